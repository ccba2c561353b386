//! A persistent stack: it is copied for every action, and copies share their elements.

use std::iter;
use std::sync::Arc;

/// The stack.
pub(crate) struct Steps<T>(Option<Arc<Node<T>>>);

struct Node<T> {
    step: T,
    below: Option<Arc<Node<T>>>,
    /// How many there are up to this one.
    len: usize,
}

impl<T: Copy> Steps<T> {
    pub(crate) const fn new() -> Steps<T> {
        Steps(None)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |node| node.len)
    }

    pub(crate) fn push(&mut self, step: T) {
        let len = self.len() + 1;
        self.0 = Some(Arc::new(Node { step, below: self.0.take(), len }));
    }

    pub(crate) fn clear(&mut self) {
        *self = Steps::new();
    }

    /// The latest.
    pub(crate) fn last(&self) -> Option<&T> {
        self.0.as_ref().map(|node| &node.step)
    }

    /// From the latest back.
    pub(crate) fn back(&self) -> impl Iterator<Item = &T> {
        iter::successors(self.0.as_ref(), |node| node.below.as_ref()).map(|node| &node.step)
    }

    /// Keeps the first ones and returns the others, the latest first.
    pub(crate) fn truncate(&mut self, kept: usize) -> Vec<T> {
        let others = self.back().take(self.len().saturating_sub(kept)).copied().collect();
        let keep =
            iter::successors(self.0.as_ref(), |node| node.below.as_ref()).find(|node| node.len <= kept);
        *self = Steps(keep.cloned());
        others
    }

    /// From the first on.
    pub(crate) fn to_vec(&self) -> Vec<T> {
        let mut all: Vec<T> = self.back().copied().collect();
        all.reverse();
        all
    }
}

impl<T> Clone for Steps<T> {
    fn clone(&self) -> Steps<T> {
        Steps(self.0.clone())
    }
}

/// Iteratively: dropping a long stack recursively would overflow the call stack.
impl<T> Drop for Steps<T> {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(node) = next {
            next = Arc::into_inner(node).and_then(|node| node.below);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_like_a_plain_list() {
        let (mut steps, mut plain) = (Steps::new(), Vec::new());
        for n in 0..1000 {
            if n % 97 == 96 {
                let kept = plain.len() - n % 60;
                let mut others = plain.split_off(kept);
                others.reverse();
                assert_eq!(steps.truncate(kept), others);
            }
            let before = steps.clone();
            steps.push(n);
            assert_eq!(before.to_vec(), plain);
            plain.push(n);
            assert_eq!((steps.len(), steps.last()), (plain.len(), plain.last()));
            assert!(steps.back().eq(plain.iter().rev()));
        }
        steps.clear();
        assert_eq!((steps.len(), steps.last()), (0, None));
    }

    #[test]
    fn a_long_one_is_dropped() {
        let mut steps = Steps::new();
        (0..1_000_000).for_each(|n| steps.push(n));
        let shared = steps.clone();
        drop(steps);
        assert_eq!(shared.len(), 1_000_000);
    }
}
