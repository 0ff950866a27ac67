use crate::call::Query;

/// Something that a message can have in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Has {
    /// A one-time code.
    Code,
    /// A link.
    Link,
    /// An attachment.
    Attachment,
}

/// What a message can be asked for. All must hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    pub(crate) from: Option<String>,
    pub(crate) subject: Option<String>,
    pub(crate) contains: Option<String>,
    pub(crate) has: Option<Has>,
}

impl Filter {
    pub(crate) fn write_to(&self, query: &mut Query) {
        query.set("from", self.from.as_ref());
        query.set("subject", self.subject.as_ref());
        query.set("contains", self.contains.as_ref());
        query.set(
            "has",
            self.has.map(|thing| match thing {
                Has::Code => "code",
                Has::Link => "link",
                Has::Attachment => "attachment",
            }),
        );
    }
}
