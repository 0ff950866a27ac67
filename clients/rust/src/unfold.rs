use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use crate::error::Result;

pub(crate) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What can be asked for one thing after another.
pub(crate) trait Source: Send + Sized + 'static {
    type Item: Send + 'static;

    /// None at the end.
    fn next(&mut self) -> impl Future<Output = Option<Result<Self::Item>>> + Send;
}

/// Polls a [`Source`]. The step under way stands here, so that whoever stops polling loses nothing of it.
pub(crate) enum Unfold<S: Source> {
    Idle(S),
    Stepping(BoxFuture<'static, (S, Option<Result<S::Item>>)>),
    Ended,
}

impl<S: Source> Unfold<S> {
    pub(crate) fn new(source: S) -> Self {
        Self::Idle(source)
    }

    /// None once it has begun.
    pub(crate) fn source_mut(&mut self) -> Option<&mut S> {
        match self {
            Self::Idle(source) => Some(source),
            Self::Stepping(_) | Self::Ended => None,
        }
    }

    pub(crate) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<S::Item>>> {
        loop {
            *self = match std::mem::replace(self, Self::Ended) {
                Self::Idle(mut source) => Self::Stepping(Box::pin(async move {
                    let item = source.next().await;
                    (source, item)
                })),
                Self::Stepping(mut step) => match step.as_mut().poll(context) {
                    Poll::Pending => {
                        *self = Self::Stepping(step);
                        return Poll::Pending;
                    }
                    Poll::Ready((source, item)) => {
                        // After an error there is nothing to go on from.
                        if matches!(item, Some(Ok(_))) {
                            *self = Self::Idle(source);
                        }
                        return Poll::Ready(item);
                    }
                },
                Self::Ended => return Poll::Ready(None),
            };
        }
    }
}

impl<S: Source> fmt::Debug for Unfold<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Idle(_) => "Idle",
            Self::Stepping(_) => "Stepping",
            Self::Ended => "Ended",
        })
    }
}
