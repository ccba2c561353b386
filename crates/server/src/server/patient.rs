//! A connection that gives up a client who takes nothing: until he reads, his answer holds memory here.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// How long a client may take nothing of what is written to him: as long as over the WebSocket.
pub(super) const PATIENCE: Duration = Duration::from_secs(15);

/// A stream that fails when a write waits for too long.
pub(super) struct Patient<Stream> {
    stream: Stream,
    /// Since when a write waits.
    waits: Option<Pin<Box<Sleep>>>,
}

impl<Stream> Patient<Stream> {
    pub(super) fn new(stream: Stream) -> Patient<Stream> {
        Patient { stream, waits: None }
    }

    /// What came of a write: if it waits, the time runs.
    fn timed<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waits = None;
            return written;
        }
        let waits = self.waits.get_or_insert_with(|| Box::pin(sleep(PATIENCE)));
        ready!(waits.as_mut().poll(context));
        waits.as_mut().reset(Instant::now() + PATIENCE);
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client takes nothing")))
    }
}

impl<Stream: AsyncRead + Unpin> AsyncRead for Patient<Stream> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<Stream: AsyncWrite + Unpin> AsyncWrite for Patient<Stream> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.timed(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.timed(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.timed(context, shut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test(start_paused = true)]
    async fn who_takes_nothing_is_given_up_and_who_is_slow_is_not() {
        let (ours, mut theirs) = tokio::io::duplex(4);
        let mut ours = Patient::new(ours);
        let slow = tokio::spawn(async move {
            let mut taken = [0; 4];
            for _ in 0..10 {
                sleep(PATIENCE - Duration::from_secs(1)).await;
                theirs.read_exact(&mut taken).await.unwrap();
            }
            theirs
        });
        ours.write_all(&[1; 40]).await.expect("he takes four bytes in time, again and again");
        let _silent = slow.await.unwrap();
        let begun = Instant::now();
        let error = ours.write_all(&[1; 40]).await.expect_err("nobody reads");
        assert_eq!((error.kind(), begun.elapsed()), (io::ErrorKind::TimedOut, PATIENCE));
    }
}
