// A value that is read must not do anything: no `$derived` and no getter writes state, sends a question or touches the page.
// What a handler inside it does later (`run: () => …`) is the handler's business.

/** Methods that change the thing they are called on. */
const MUTATES = new Set([
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'set',
  'add',
  'delete',
  'clear',
  'append',
  'remove',
  'focus',
  'setAttribute',
]);
/** What only an event handler or an effect may call. */
const ACTS = new Set(['untrack', 'fetch', 'setTimeout', 'setInterval', 'requestAnimationFrame', 'queueMicrotask']);

const isFunction = (node) => node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';
const isNode = (value) => Boolean(value) && typeof value === 'object' && typeof value.type === 'string';

/** The leftmost name of `a.b[c].d`: null for `this`, for calls and for literals. */
function root(node) {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return root(node.object);
  if (node.type === 'TSNonNullExpression' || node.type === 'TSAsExpression') return root(node.expression);
  return null;
}

/** Is it made here, as `[...x].sort()`, so that nobody else has it? */
const isFresh = (node) =>
  ['ArrayExpression', 'CallExpression', 'NewExpression', 'ObjectExpression'].includes(node.type);

/** Report everything in `body` that acts. `visitorKeys` of the parser tell what to walk. */
function inspect(body, what, context, keys) {
  const own = new Set();
  const report = (node, how) =>
    context.report({ node, message: `${what} ${how}; do it in an event handler or an effect` });
  const written = (node, target) => {
    const name = root(target);
    if (target.type === 'ObjectPattern' || target.type === 'ArrayPattern') return;
    if (name === null || !own.has(name)) report(node, 'writes state');
  };
  const walk = (node, parent) => {
    if (isFunction(node)) {
      // A handler is a property of what is returned; a callback of `map` or `filter` runs now.
      if (parent.type === 'Property' || parent.type === 'ReturnStatement') return;
      if (parent.type === 'VariableDeclarator') own.add(parent.id.name);
      node.params.forEach((param) => declare(param));
    }
    if (node.type === 'VariableDeclarator') declare(node.id);
    if (node.type === 'AssignmentExpression') written(node, node.left);
    if (node.type === 'UpdateExpression') written(node, node.argument);
    if (node.type === 'UnaryExpression' && node.operator === 'delete') written(node, node.argument);
    if (node.type === 'AwaitExpression') report(node, 'waits');
    if (node.type === 'UnaryExpression' && node.operator === 'void' && node.argument.type === 'CallExpression')
      report(node, 'starts something');
    if (node.type === 'CallExpression') {
      const { callee } = node;
      if (callee.type === 'Identifier' && ACTS.has(callee.name)) report(node, `calls ${callee.name}`);
      if (callee.type === 'MemberExpression' && MUTATES.has(callee.property.name)) {
        const name = root(callee.object);
        if (!isFresh(callee.object) && !(name !== null && own.has(name))) report(node, `calls ${callee.property.name}`);
      }
    }
    for (const key of keys[node.type] ?? []) {
      const child = node[key];
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) walk(one, node);
    }
  };
  function declare(pattern) {
    if (pattern.type === 'Identifier') own.add(pattern.name);
    else if (pattern.type === 'AssignmentPattern') declare(pattern.left);
    else if (pattern.type === 'RestElement') declare(pattern.argument);
    else if (pattern.type === 'ArrayPattern') pattern.elements.forEach((e) => e && declare(e));
    else if (pattern.type === 'ObjectPattern') pattern.properties.forEach((p) => declare(p.value ?? p));
  }
  walk(body, { type: 'Program' });
}

export const pure = {
  meta: { type: 'problem', schema: [], docs: { description: 'derived values and getters only compute' } },
  create(context) {
    const keys = context.sourceCode.visitorKeys;
    return {
      CallExpression(node) {
        const { callee } = node;
        const plain = callee.type === 'Identifier' && callee.name === '$derived';
        const by = callee.type === 'MemberExpression' && callee.object.name === '$derived';
        if (plain || by) for (const argument of node.arguments) inspect(argument, 'a derived value', context, keys);
      },
      'MethodDefinition[kind="get"]'(node) {
        inspect(node.value.body, 'a getter', context, keys);
      },
      'Property[kind="get"]'(node) {
        inspect(node.value.body, 'a getter', context, keys);
      },
    };
  },
};
