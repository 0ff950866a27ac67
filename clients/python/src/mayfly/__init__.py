"""Disposable e-mail inboxes driven from code: the client of Mayfly.

`Mayfly` is the client, `AsyncMayfly` the same for async code, `verify_webhook` for who is told of events.
"""

from ._async.bound_inbox import AsyncBoundInbox
from ._async.client import AsyncMayfly
from ._async.domains import AsyncDomains
from ._async.event_stream import AsyncEventStream
from ._async.inboxes import AsyncInboxes
from ._async.keys import AsyncKeys
from ._async.listing import AsyncListing
from ._async.messages import AsyncMessages
from ._async.webhooks import AsyncDeliveries, AsyncWebhooks
from ._errors import (
    AuthenticationError,
    ConnectionError,
    Fault,
    InvalidRequestError,
    MayflyError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    WaitTimeout,
    WebhookVerificationError,
)
from ._models.account import Account, Limits, RequestsLeft, Usage
from ._models.domain import Domain, DomainRecord
from ._models.event import Event, EventData, InboxCreated, MessageReceived, TestPing, WebhookEvent
from ._models.inbox import Inbox
from ._models.key import CreatedKey, Key, KeyScope
from ._models.message import (
    Arc,
    Attachment,
    AuthResult,
    AuthVerdict,
    Code,
    Dkim,
    DkimSignature,
    Dmarc,
    Envelope,
    Header,
    Link,
    LinkKind,
    Mail,
    Message,
    MessageAuth,
    MessageCodes,
    MessageSummary,
    ReceivedCodes,
    ReceivedMessage,
    Spf,
    Timings,
    Tls,
)
from ._models.page import Page
from ._models.wait import NearMiss, Refusal
from ._models.webhook import (
    CreatedWebhook,
    Delivery,
    DeliveryAttempt,
    Webhook,
    WebhookEventType,
    WebhookSecret,
)
from ._sync.bound_inbox import BoundInbox
from ._sync.client import Mayfly
from ._sync.domains import Domains
from ._sync.event_stream import EventStream
from ._sync.inboxes import Inboxes
from ._sync.keys import Keys
from ._sync.listing import Listing
from ._sync.messages import Messages
from ._sync.webhooks import Deliveries, Webhooks
from ._verify_webhook import verify_webhook
from ._version import __version__

__all__ = [
    "Account",
    "Arc",
    "AsyncBoundInbox",
    "AsyncDeliveries",
    "AsyncDomains",
    "AsyncEventStream",
    "AsyncInboxes",
    "AsyncKeys",
    "AsyncListing",
    "AsyncMayfly",
    "AsyncMessages",
    "AsyncWebhooks",
    "Attachment",
    "AuthResult",
    "AuthVerdict",
    "AuthenticationError",
    "BoundInbox",
    "Code",
    "ConnectionError",
    "CreatedKey",
    "CreatedWebhook",
    "Deliveries",
    "Delivery",
    "DeliveryAttempt",
    "Dkim",
    "DkimSignature",
    "Dmarc",
    "Domain",
    "DomainRecord",
    "Domains",
    "Envelope",
    "Event",
    "EventData",
    "EventStream",
    "Fault",
    "Header",
    "Inbox",
    "InboxCreated",
    "Inboxes",
    "InvalidRequestError",
    "Key",
    "KeyScope",
    "Keys",
    "Limits",
    "Link",
    "LinkKind",
    "Listing",
    "Mail",
    "Mayfly",
    "MayflyError",
    "Message",
    "MessageAuth",
    "MessageCodes",
    "MessageReceived",
    "MessageSummary",
    "Messages",
    "NearMiss",
    "NotFoundError",
    "Page",
    "PermissionDeniedError",
    "RateLimitError",
    "ReceivedCodes",
    "ReceivedMessage",
    "Refusal",
    "RequestsLeft",
    "Spf",
    "TestPing",
    "Timings",
    "Tls",
    "Usage",
    "WaitTimeout",
    "Webhook",
    "WebhookEvent",
    "WebhookEventType",
    "WebhookSecret",
    "WebhookVerificationError",
    "Webhooks",
    "__version__",
    "verify_webhook",
]

# A traceback says where to import it from.
for _error in (
    AuthenticationError,
    ConnectionError,
    InvalidRequestError,
    MayflyError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    WaitTimeout,
    WebhookVerificationError,
):
    _error.__module__ = __name__
del _error
