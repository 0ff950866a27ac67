use serde_json::json;

use crate::call::{Call, inbox_path, path_of};
use crate::client::{Client, Mayfly};
use crate::error::Result;
use crate::list::List;
use crate::message::{Message, MessageSummary};

/// Messages of any of your inboxes: [`Mayfly::messages`].
#[derive(Clone, Debug)]
pub struct Messages<C = Mayfly> {
    pub(crate) client: C,
}

impl<C: Client> Messages<C> {
    /// The messages of an inbox in short, newest first. Reading an address that nobody has makes it yours.
    pub fn list(&self, address: &str) -> List<MessageSummary, C> {
        List::new(self.client.clone(), inbox_path(address).map(|path| format!("{path}/messages")))
    }
}

impl Messages {
    /// In full.
    pub async fn get(&self, id: &str) -> Result<Message> {
        self.client.transport().json(Call::get(path(id)?)).await
    }

    /// The source as it came.
    pub async fn raw(&self, id: &str) -> Result<Vec<u8>> {
        self.client.transport().bytes(Call::get(format!("{}/raw", path(id)?))).await
    }

    /// The HTML made safe to show. Remote images are left out.
    pub async fn html(&self, id: &str) -> Result<String> {
        self.client.transport().text(Call::get(format!("{}/html", path(id)?))).await
    }

    /// The HTML made safe to show, with remote images: whoever sent them sees that they are loaded.
    pub async fn html_with_remote_images(&self, id: &str) -> Result<String> {
        let mut call = Call::get(format!("{}/html", path(id)?));
        call.query.set("remote", Some(1));
        self.client.transport().text(call).await
    }

    /// One attachment, by its [`index`](crate::Attachment::index).
    pub async fn attachment(&self, id: &str, index: u32) -> Result<Vec<u8>> {
        self.client.transport().bytes(Call::get(format!("{}/attachments/{index}", path(id)?))).await
    }

    /// Marks it as read, or as unread.
    pub async fn mark_seen(&self, id: &str, seen: bool) -> Result<Message> {
        self.client.transport().json(Call::patch(path(id)?).json(&json!({ "seen": seen }))?).await
    }

    /// Deletes it.
    pub async fn delete(&self, id: &str) -> Result<()> {
        self.client.transport().done(Call::delete(path(id)?)).await
    }
}

fn path(id: &str) -> Result<String> {
    path_of("/v1/messages", id, "id")
}
