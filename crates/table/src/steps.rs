//! A list that grows at its end and is copied often: copies share all but the latest of it.

use std::sync::Arc;

/// So many are copied with the list at most.
const LATE: usize = 32;

/// The list.
pub(crate) struct Steps<T> {
    early: Arc<Vec<T>>,
    late: Vec<T>,
}

impl<T: Copy> Steps<T> {
    pub(crate) fn new() -> Steps<T> {
        Steps { early: Arc::default(), late: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.early.len() + self.late.len()
    }

    pub(crate) fn push(&mut self, step: T) {
        if self.late.len() == LATE {
            self.early = Arc::new(self.to_vec());
            self.late.clear();
        }
        self.late.push(step);
    }

    pub(crate) fn clear(&mut self) {
        *self = Steps::new();
    }

    /// Keeps the first ones; gives the others.
    pub(crate) fn split_off(&mut self, kept: usize) -> Vec<T> {
        let mut early = self.to_vec();
        let others = early.split_off(kept);
        *self = Steps { early: Arc::new(early), late: Vec::new() };
        others
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.early.iter().chain(&self.late)
    }

    pub(crate) fn to_vec(&self) -> Vec<T> {
        [self.early.as_slice(), &self.late].concat()
    }
}

impl<T: Copy> Clone for Steps<T> {
    fn clone(&self) -> Steps<T> {
        // With room: a copy is made to add to it.
        let mut late = Vec::with_capacity(LATE);
        late.extend_from_slice(&self.late);
        Steps { early: Arc::clone(&self.early), late }
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
                assert_eq!(steps.split_off(kept), plain.split_off(kept));
            }
            let before = steps.clone();
            steps.push(n);
            assert_eq!(before.to_vec(), plain);
            plain.push(n);
            assert_eq!(steps.len(), plain.len());
            assert!(steps.iter().eq(&plain) && steps.iter().rev().eq(plain.iter().rev()));
        }
        steps.clear();
        assert_eq!(steps.len(), 0);
    }
}
