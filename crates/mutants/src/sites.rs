//! Where in a file the mutants are, and what is written there so that one of them can be chosen by number.

use crate::listed::{Genre, Mutant, Position};
use proc_macro2::LineColumn;
use std::collections::BTreeMap;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Arm, BinOp, Block, Expr, ExprBinary, ExprMatch, ExprStruct, ExprUnary, Pat, ReturnType, Signature, Type,
};

/// A mutant and its number.
pub(crate) type Numbered<'m> = (u32, &'m Mutant);

/// A piece of the file that is written anew.
#[derive(Debug)]
pub(crate) struct Edit {
    pub(crate) range: Range<usize>,
    pub(crate) parts: Vec<Part>,
}

#[derive(Debug)]
pub(crate) enum Part {
    Text(String),
    /// The file as it is.
    Source(Range<usize>),
    /// The file with the edits that lie within.
    Switched(Range<usize>),
    /// What follows is of this mutant alone, up to the end.
    Begin(u32),
    End(u32),
}

/// What cannot be switched, and why.
pub(crate) type Left = Vec<(u32, &'static str)>;

/// The edits of a file, outer ones before those that lie within.
pub(crate) fn edits(text: &str, mutants: &[Numbered]) -> syn::Result<(Vec<Edit>, Left)> {
    let file = syn::parse_file(text)?;
    let mut at: BTreeMap<(Position, u8), Vec<Numbered>> = BTreeMap::new();
    for &(number, mutant) in mutants {
        at.entry((mutant.span.start, mutant.genre as u8)).or_default().push((number, mutant));
    }
    let lines = text
        .split_inclusive('\n')
        .scan(0, |next, line| Some((std::mem::replace(next, *next + line.len()), line)));
    let mut finder = Finder { lines: lines.collect(), at, edits: Vec::new(), left: Vec::new(), constants: 0 };
    finder.visit_file(&file);
    let unplaced = finder.at.values().flatten().map(|&(number, _)| (number, "not found in the file"));
    finder.left.extend(unplaced);
    Ok((finder.edits, finder.left))
}

struct Finder<'t, 'm> {
    /// Where each line begins, and the line.
    lines: Vec<(usize, &'t str)>,
    at: BTreeMap<(Position, u8), Vec<Numbered<'m>>>,
    edits: Vec<Edit>,
    left: Left,
    /// How many constants surround this.
    constants: u32,
}

impl<'m> Finder<'_, 'm> {
    fn offset(&self, at: LineColumn) -> usize {
        let (begin, line) = self.lines[at.line - 1];
        begin + line.char_indices().nth(at.column).map_or(line.len(), |(offset, _)| offset)
    }

    fn range(&self, node: &impl Spanned) -> Range<usize> {
        let span = node.span();
        self.offset(span.start())..self.offset(span.end())
    }

    /// The mutants of a genre that begin where this node does. Those of constants are put aside.
    fn mutants(&mut self, node: &impl Spanned, genre: Genre) -> Vec<Numbered<'m>> {
        let LineColumn { line, column } = node.span().start();
        let found = self.at.remove(&(Position { line, column: column + 1 }, genre as u8)).unwrap_or_default();
        if self.constants == 0 {
            return found;
        }
        self.leave(&found, "a constant, computed while compiling");
        Vec::new()
    }

    fn leave(&mut self, mutants: &[Numbered], why: &'static str) {
        self.left.extend(mutants.iter().map(|&(number, _)| (number, why)));
    }

    /// `match at(first) { number => mutant, … , _ => otherwise }`
    fn choice(&mut self, range: Range<usize>, mutants: Vec<(u32, Vec<Part>)>, otherwise: Vec<Part>) {
        let Some(&(first, _)) = mutants.first() else { return };
        let mut parts = vec![Part::Text(format!("(match ::pgg_mutant_switch::at({first}) {{ "))];
        for (number, mutant) in mutants {
            parts.push(Part::Text(format!("{number} => ")));
            parts.push(Part::Begin(number));
            parts.extend(mutant);
            parts.push(Part::End(number));
            parts.push(Part::Text(", ".to_owned()));
        }
        parts.push(Part::Text("_ => ".to_owned()));
        parts.extend(otherwise);
        parts.push(Part::Text(" })".to_owned()));
        self.edits.push(Edit { range, parts });
    }

    /// A function returns at once.
    fn body(&mut self, signature: &Signature, block: &Block) {
        let (Some(first), Some(last)) = (block.stmts.first(), block.stmts.last()) else { return };
        let mut mutants = self.mutants(first, Genre::FnValue);
        let range = self.range(first).start..self.range(last).end;
        if let ReturnType::Type(_, returned) = &signature.output
            && mentions_impl(returned)
        {
            // All ways out must be of one type that has no name: the iterator of the body, or nothing of it.
            let empty = mutants.iter().position(|(_, mutant)| mutant.replacement == "::std::iter::empty()");
            if let (Some(at), Type::ImplTrait(_)) = (empty, &**returned) {
                let (number, _) = mutants.remove(at);
                let parts = vec![
                    Part::Text("let all = {".to_owned()),
                    Part::Switched(range.clone()),
                    Part::Text("}; ".to_owned()),
                    Part::Begin(number),
                    Part::Text(format!(
                        "(::pgg_mutant_switch::at({number}) != {number}).then_some(all).into_iter().flatten()"
                    )),
                    Part::End(number),
                ];
                self.edits.push(Edit { range, parts });
            }
            self.leave(&mutants, "another type than the function's, which has no name");
            return;
        }
        let Some(&(number, _)) = mutants.first() else { return };
        let mut parts = vec![Part::Text(format!("match ::pgg_mutant_switch::at({number}) {{ "))];
        for (number, mutant) in mutants {
            parts.push(Part::Begin(number));
            parts.push(Part::Text(format!("{number} => return {}, ", mutant.replacement)));
            parts.push(Part::End(number));
        }
        parts.push(Part::Text("_ => {} } ".to_owned()));
        self.edits.push(Edit { range: range.start..range.start, parts });
    }

    fn guard(&mut self, guard: &Expr) {
        let mutants = self.mutants(guard, Genre::MatchArmGuard);
        let range = self.range(guard);
        if has_let(guard) {
            let (lets, rest): (Vec<_>, Vec<_>) =
                mutants.into_iter().partition(|(_, m)| m.replacement == "false");
            self.leave(&rest, "the guard binds what the arm uses");
            if let Some(&(number, _)) = lets.first() {
                let parts = vec![
                    Part::Begin(number),
                    Part::Text(format!("::pgg_mutant_switch::at({number}) != {number} && ")),
                    Part::End(number),
                    Part::Switched(range.clone()),
                ];
                self.edits.push(Edit { range, parts });
            }
            return;
        }
        let mutants = mutants
            .into_iter()
            .map(|(number, mutant)| (number, vec![Part::Text(mutant.replacement.clone())]));
        self.choice(range.clone(), mutants.collect(), vec![Part::Switched(range)]);
    }
}

/// Is this, or a part of its chain, a `let`?
fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(ExprBinary { op: BinOp::And(_), left, right, .. }) => has_let(left) || has_let(right),
        _ => false,
    }
}

/// Is there an `impl Trait` in the type?
fn mentions_impl(returned: &Type) -> bool {
    struct Mentioned(bool);
    impl Visit<'_> for Mentioned {
        fn visit_type_impl_trait(&mut self, _: &syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut mentioned = Mentioned(false);
    mentioned.visit_type(returned);
    mentioned.0
}

impl<'ast> Visit<'ast> for Finder<'_, '_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.body(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.body(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.body(&item.sig, block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_expr_binary(&mut self, expr: &'ast ExprBinary) {
        let mutants = self.mutants(&expr.op, Genre::BinaryOperator);
        if has_let(&expr.left) || has_let(&expr.right) {
            self.leave(&mutants, "a chain of `let`, which no other operator can join");
        } else {
            let (left, right) = (self.range(&expr.left), self.range(&expr.right));
            let written = |operator: &str| {
                vec![
                    Part::Text("(".to_owned()),
                    Part::Source(left.clone()),
                    Part::Text(format!(") {operator} (")),
                    Part::Source(right.clone()),
                    Part::Text(")".to_owned()),
                ]
            };
            let mutants =
                mutants.into_iter().map(|(number, mutant)| (number, written(&mutant.replacement))).collect();
            let range = left.start..right.end;
            self.choice(range.clone(), mutants, vec![Part::Switched(range)]);
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'ast ExprUnary) {
        let mutants = self.mutants(&expr.op, Genre::UnaryOperator);
        let (whole, inner) = (self.range(expr), self.range(&expr.expr));
        let mutants =
            mutants.into_iter().map(|(number, _)| (number, vec![Part::Source(inner.clone())])).collect();
        self.choice(whole.clone(), mutants, vec![Part::Switched(whole)]);
        visit::visit_expr_unary(self, expr);
    }

    fn visit_expr_match(&mut self, expr: &'ast ExprMatch) {
        let has_rest = expr.arms.iter().any(|arm| arm.guard.is_none() && matches!(arm.pat, Pat::Wild(_)));
        for arm in &expr.arms {
            let mutants = self.mutants(arm, Genre::MatchArm);
            if !has_rest {
                self.leave(&mutants, "no other arm takes what is left");
                continue;
            }
            for (number, _) in mutants {
                let end = self.range(&arm.pat).end;
                let parts = vec![
                    Part::Begin(number),
                    Part::Text(format!(" if ::pgg_mutant_switch::at({number}) != {number}")),
                    Part::End(number),
                ];
                self.edits.push(Edit { range: end..end, parts });
            }
        }
        visit::visit_expr_match(self, expr);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        if let Some((_, guard)) = &arm.guard {
            self.guard(guard);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, expr: &'ast ExprStruct) {
        if expr.rest.is_some() {
            let whole = self.range(expr);
            let mut mutants = Vec::new();
            for pair in expr.fields.pairs() {
                let end = pair.punct().map_or(self.range(pair.value()).end, |comma| self.range(comma).end);
                let without = [whole.start..self.range(pair.value()).start, end..whole.end];
                let found = self.mutants(*pair.value(), Genre::StructField);
                mutants.extend(
                    found.into_iter().map(|(number, _)| (number, without.clone().map(Part::Source).into())),
                );
            }
            self.choice(whole.clone(), mutants, vec![Part::Switched(whole)]);
        }
        visit::visit_expr_struct(self, expr);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.constants += 1;
        visit::visit_item_const(self, item);
        self.constants -= 1;
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.constants += 1;
        visit::visit_item_static(self, item);
        self.constants -= 1;
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.constants += 1;
        visit::visit_impl_item_const(self, item);
        self.constants -= 1;
    }

    fn visit_expr_const(&mut self, expr: &'ast syn::ExprConst) {
        self.constants += 1;
        visit::visit_expr_const(self, expr);
        self.constants -= 1;
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        self.constants += 1;
        visit::visit_variant(self, variant);
        self.constants -= 1;
    }

    fn visit_expr_repeat(&mut self, expr: &'ast syn::ExprRepeat) {
        self.visit_expr(&expr.expr);
        self.constants += 1;
        self.visit_expr(&expr.len);
        self.constants -= 1;
    }

    fn visit_type_array(&mut self, array: &'ast syn::TypeArray) {
        self.constants += 1;
        visit::visit_type_array(self, array);
        self.constants -= 1;
    }
}
