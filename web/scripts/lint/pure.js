// A value that is read must not do anything: no `$derived`, no getter and nothing in a template writes state, sends a question or
// touches the page. What a handler inside it does later (`run: () => …`) is the handler's business.
//
// Only what was made in the code itself may be changed there: a name whose values all are new (`new Set()`, `[...x]`, `x.map(…)`).
// Functions of the same file and methods of the same class are looked into when they are called. Of all others only the name is
// known; but a call whose value nobody takes is there for its effect, whatever its name.
//
// It cannot see: what a function of another file or an inherited method does while its value is used; a callback that is given
// to anything but a method of lists; that what lies in a new list may be old (`[...all][0].seen = true`); what is hidden from the
// names (`const { push } = list`, `list['push'](x)`).

/** Methods that change the thing they are called on. */
const MUTATES = new Set([
  ...['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'],
  ...['set', 'add', 'delete', 'clear', 'setItem', 'removeItem'],
  ...['append', 'remove', 'focus', 'setAttribute', 'removeAttribute', 'dispatchEvent'],
]);
/** What only an event handler or an effect may call. */
const ACTS = new Set([
  ...['untrack', 'fetch', 'setTimeout', 'setInterval', 'requestAnimationFrame', 'queueMicrotask'],
  ...['ask', 'send', 'then', 'catch', 'finally'],
]);
/** Methods that change their first argument: `Object.assign(this, …)`. */
const CHANGES_ARGUMENT = /^(Object|Reflect)\.(assign|set|setPrototypeOf|define\w+|deleteProperty)$/;
/** Calls whose value is new. */
const COPIES = new Set([
  ...['map', 'filter', 'flatMap', 'flat', 'slice', 'concat', 'split', 'toSorted', 'toReversed', 'toSpliced', 'with'],
  ...['from', 'of', 'entries', 'keys', 'values', 'fromEntries', 'structuredClone'],
  ...['union', 'intersection', 'difference'],
]);
/** What calls a function that it is given at once; anything else may be given a handler. */
const ITERATES = new Set([
  ...['map', 'filter', 'flatMap', 'forEach', 'reduce', 'reduceRight', 'some', 'every', 'from', 'groupBy', 'replace'],
  ...['find', 'findIndex', 'findLast', 'findLastIndex', 'sort', 'toSorted', 'untrack'],
]);
const NEW = new Set([
  ...['ArrayExpression', 'ObjectExpression', 'NewExpression', 'ArrowFunctionExpression', 'FunctionExpression'],
  ...['Literal', 'TemplateLiteral', 'BinaryExpression', 'UnaryExpression', 'UpdateExpression'],
]);
const WRAPPERS = new Set(['TSNonNullExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'ChainExpression']);

const isFunction = (node) => /Function(Expression|Declaration)$/.test(node?.type ?? '');
const bare = (node) => (WRAPPERS.has(node?.type) ? bare(node.expression) : node);
const nameOf = ({ type, name, property, computed }) =>
  type === 'MemberExpression' && !computed ? property.name : name;
const contains = (outer, inner) => outer.range[0] <= inner.range[0] && inner.range[1] <= outer.range[1];

/** What a method or a function in a field of this name is, in the class around a node. */
function methodOf(node, key) {
  while (node && node.type !== 'ClassBody') node = node.parent;
  const named = node?.body.find((m) => m.key?.type === key.type && m.key.name === key.name && m.kind !== 'get');
  return isFunction(named?.value) ? named.value : null;
}

function variableOf(id, sourceCode) {
  let scope = sourceCode.getScope(id);
  while (scope && !scope.set.has(id.name)) scope = scope.upper;
  return scope?.set.get(id.name);
}
/** The function that is meant, if it stands in this file. */
function functionOf(wrapped, sourceCode) {
  const node = bare(wrapped);
  if (isFunction(node)) return node;
  if (node.type === 'MemberExpression' && node.object.type === 'ThisExpression') return methodOf(node, node.property);
  const def = node.type === 'Identifier' ? variableOf(node, sourceCode)?.defs[0] : null;
  return [def?.node, def?.node.init].find(isFunction) ?? null;
}

/** Everything in `entry` that acts: the node, and what it does. */
function actsOf(entry, sourceCode, drawn) {
  const acts = new Map();
  const add = (node, how) => !acts.has(node) && acts.set(node, how);
  /** The code that is looked at; names declared in it are its own. */
  const code = [entry];
  const asked = new Set();
  const isLocal = (variable) => variable?.defs.some((def) => code.some((part) => contains(part, def.name))) ?? false;

  /** Was it made here, so that nobody else has it? */
  function isNew(wrapped) {
    const node = bare(wrapped);
    if (NEW.has(node.type)) return true;
    if (node.type === 'Identifier') return holdsNew(variableOf(node, sourceCode));
    if (node.type === 'MemberExpression') return isNew(node.object);
    if (node.type === 'AssignmentExpression') return isNew(node.right);
    if (node.type === 'LogicalExpression') return isNew(node.left) && isNew(node.right);
    if (node.type === 'ConditionalExpression') return isNew(node.consequent) && isNew(node.alternate);
    if (node.type !== 'CallExpression') return false;
    const callee = bare(node.callee);
    return COPIES.has(nameOf(callee)) || (callee.type === 'MemberExpression' && isNew(callee.object));
  }
  /** A name of this code that never holds anything else. */
  function holdsNew(variable) {
    if (!isLocal(variable)) return false;
    const [{ type, node, name }] = variable.defs;
    if (type === 'Parameter') {
      // What `reduce` hands on.
      const { callee, arguments: given } = node.parent.type === 'CallExpression' ? node.parent : {};
      return nameOf(callee ?? {}) === 'reduce' && node.params[0] === name && given.length > 1 && isNew(given[1]);
    }
    // `l = l.filter(…)` asks for itself.
    if (asked.has(variable)) return true;
    asked.add(variable);
    const holds = variable.references.every((use) => !use.writeExpr || isNew(use.writeExpr));
    asked.delete(variable);
    return holds;
  }

  /** Look into a function that runs now; of one elsewhere, the call is to blame. */
  function run(called, fn, discarded = false) {
    if (code.includes(fn)) return;
    const here = code.some((part) => contains(part, fn));
    const before = acts.size;
    code.push(fn);
    if (fn.async) add(called, 'starts something');
    fn.params.forEach(walk);
    walk(fn.body);
    if (discarded) taken(fn.body);
    const found = [...acts].slice(before);
    if (here || !found.length) return;
    for (const [node] of found) acts.delete(node);
    add(called, `calls ${sourceCode.getText(called.callee ?? called)}, which ${found[0][1]}`);
  }

  function written(node, wrapped) {
    const target = bare(wrapped);
    if (target.type === 'ObjectPattern') target.properties.forEach((p) => written(node, p.value ?? p.argument));
    else if (target.type === 'ArrayPattern') target.elements.forEach((e) => e && written(node, e));
    else if (target.type === 'AssignmentPattern') written(node, target.left);
    else if (target.type === 'RestElement') written(node, target.argument);
    else if (target.type === 'Identifier' ? !isLocal(variableOf(target, sourceCode)) : !isNew(target.object))
      add(node, 'writes state');
  }
  function call(node) {
    const callee = bare(node.callee);
    const name = nameOf(callee);
    const fn = functionOf(callee, sourceCode);
    if (fn) run(node, fn);
    // What a template shows of the beginning alone may be read once.
    else if (ACTS.has(name) && !(drawn && name === 'untrack')) add(node, `calls ${name}`);
    else if (callee.type === 'MemberExpression' && MUTATES.has(name) && !isNew(callee.object))
      add(node, `calls ${name}`);
    else if (CHANGES_ARGUMENT.test(sourceCode.getText(callee)) && !isNew(node.arguments[0] ?? node))
      add(node, `calls ${name}`);
    for (const argument of ITERATES.has(name) ? node.arguments : []) {
      const callback = argument.type === 'SpreadElement' ? null : functionOf(argument, sourceCode);
      if (callback) run(argument, callback, name === 'forEach');
    }
  }
  /** A statement: its value is not taken, so that a call must be there for what it does. */
  function taken(wrapped) {
    const node = bare(wrapped);
    if (node.type === 'LogicalExpression') taken(node.right);
    if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(taken);
    if (node.type !== 'CallExpression') return;
    const callee = bare(node.callee);
    const harmless =
      functionOf(callee, sourceCode) ||
      nameOf(callee) === 'forEach' ||
      (callee.type === 'MemberExpression' && isNew(callee.object)) ||
      (CHANGES_ARGUMENT.test(sourceCode.getText(callee)) && isNew(node.arguments[0] ?? node));
    if (!harmless) add(node, `calls ${sourceCode.getText(callee)} for what it does`);
  }

  function walk(node) {
    // It runs when somebody calls it.
    if (isFunction(node) || node.type.startsWith('Class')) return;
    if (node.type === 'AssignmentExpression') written(node, node.left);
    if (node.type === 'UpdateExpression') written(node, node.argument);
    if (node.type === 'UnaryExpression' && node.operator === 'delete') written(node, bare(node.argument));
    if (node.type === 'UnaryExpression' && node.operator === 'void' && bare(node.argument).type === 'CallExpression')
      add(bare(node.argument), 'starts something');
    if (node.type === 'AwaitExpression') add(node, 'waits');
    if (node.type === 'CallExpression') call(node);
    for (const key of sourceCode.visitorKeys[node.type] ?? []) {
      for (const child of [node[key]].flat()) if (child?.type) walk(child);
    }
    if (node.type === 'ExpressionStatement') taken(node.expression);
  }
  walk(isFunction(entry) ? entry.body : entry);
  return acts;
}

const DRAWN = 'a template';

export const pure = {
  meta: { type: 'problem', schema: [], docs: { description: 'derived values, getters and templates only compute' } },
  create(context) {
    const { sourceCode } = context;
    const inspect = (entry, what) => {
      for (const [node, how] of actsOf(entry, sourceCode, what === DRAWN))
        context.report({ node, message: `${what} ${how}; do it in an event handler or an effect` });
    };
    const getter = (node) => inspect(node.value, 'a getter');
    const drawn = (...nodes) => {
      // A handler runs later.
      for (const node of nodes) if (node && !isFunction(bare(node))) inspect(node, DRAWN);
    };
    return {
      CallExpression(node) {
        const callee = sourceCode.getText(node.callee);
        if (callee === '$derived') inspect(node.arguments[0], 'a derived value');
        if (callee !== '$derived.by') return;
        const [given] = node.arguments;
        inspect(functionOf(given, sourceCode) ?? given, 'a derived value');
      },
      'MethodDefinition[kind="get"]': getter,
      'Property[kind="get"]': getter,
      SvelteMustacheTag: (node) => drawn(node.expression),
      SvelteIfBlock: (node) => drawn(node.expression),
      SvelteEachBlock: (node) => drawn(node.expression, node.key),
      SvelteKeyBlock: (node) => drawn(node.expression),
      SvelteRenderTag: (node) => drawn(node.expression),
      SvelteSpreadAttribute: (node) => drawn(node.argument),
      SvelteConstTag: (node) => drawn(...node.declarations.map((d) => d.init)),
    };
  },
};
