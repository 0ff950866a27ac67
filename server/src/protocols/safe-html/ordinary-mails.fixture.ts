export interface OrdinaryMail {
  readonly id: string
  readonly html: string
  /** Words a reader must find. */
  readonly shows: readonly string[]
  readonly links: readonly string[]
}

const OTP: OrdinaryMail = {
  id: 'one-time-code',
  shows: ['Your sign-in code', '482 913', 'expires in 10 minutes'],
  links: ['https://acme.test/help?topic=codes&lang=en'],
  html: `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Your code</title>
<style>body{margin:0;background:#f4f4f7}.card{max-width:480px;margin:24px auto;background:#ffffff;border-radius:8px;padding:32px;font-family:Arial,"Helvetica Neue",sans-serif}
.code{font-size:32px;letter-spacing:6px;font-weight:bold;text-align:center;background:#eef2ff;padding:16px;border-radius:6px}
@media only screen and (max-width:600px){.card{padding:16px !important}}</style></head>
<body><div class="card"><h1 style="font-size:20px;color:#333">Your sign-in code</h1><p>Enter this code to sign in to Acme:</p>
<div class="code">482 913</div><p style="color:#6b7280;font-size:13px">It expires in 10 minutes. Did you not ask for it? <a href="https://acme.test/help?topic=codes&amp;lang=en" style="color:#4f46e5">Tell us</a>.</p></div></body></html>`,
}

const NEWSLETTER: OrdinaryMail = {
  id: 'newsletter',
  shows: ['The Garden Letter', 'Tomatoes, early', 'Read on', 'Unsubscribe'],
  links: ['https://garden.test/tomatoes?utm_source=mail', 'https://garden.test/unsubscribe/abc'],
  html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style type="text/css"><!--
  td { font-family: Georgia, serif; } a:hover { text-decoration: none } .button td:hover { background-color: #14532d }
--></style><!--[if mso]><style>td{font-family:Arial}</style><![endif]--></head>
<body bgcolor="#eef5ea" style="margin:0;padding:0"><center><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" align="center">
<tr><td align="center" style="padding:24px;background:#166534;color:#fff"><img src="https://garden.test/logo.png" alt="Garden" width="120" height="40"><h1 style="margin:8px 0 0">The Garden Letter</h1></td></tr>
<tr><td style="padding:24px"><h2>Tomatoes, early</h2><img src="https://garden.test/tomato.jpg" width="552" height="120" alt="Red tomatoes on the vine"><p>Sow indoors, six weeks before the last frost.<o:p></o:p></p>
<table class="button" cellspacing="0" align="center"><tr><td bgcolor="#166534" style="border-radius:4px;padding:12px 24px"><a href="https://garden.test/tomatoes?utm_source=mail" style="color:#ffffff;text-decoration:none"><b>Read on</b></a></td></tr></table></td></tr>
<tr><td style="padding:16px;font-size:12px;color:#777" align="center"><font size="1">You get this as a member. <a href="https://garden.test/unsubscribe/abc">Unsubscribe</a></font></td></tr></table>
<img src="https://garden.test/open.gif" width="1" height="1"></center></body></html>`,
}

const RECEIPT: OrdinaryMail = {
  id: 'receipt',
  shows: ['Receipt 2041', 'Green tea', '€ 12.50', 'Total'],
  links: ['mailto:shop@tea.test?subject=Receipt%202041', 'tel:+3112345678'],
  html: `<div style="font:14px/1.5 'Segoe UI',Tahoma,sans-serif;color:#222"><img src="cid:logo@tea.test" alt="Tea shop" width="48" height="48">
<h2>Receipt 2041</h2><table style="width:100%;max-width:420px;border-collapse:collapse"><thead><tr><th align="left" style="border-bottom:2px solid #222">Item</th><th align="right" style="border-bottom:2px solid #222">Price</th></tr></thead>
<tbody><tr><td style="padding:6px 0;border-bottom:1px solid #ddd">Green tea</td><td align="right" style="border-bottom:1px solid #ddd">€ 12.50</td></tr>
<tr><td style="padding:6px 0">Cup &amp; saucer</td><td align="right">€ 9.00</td></tr></tbody><tfoot><tr><td><strong>Total</strong></td><td align="right"><strong>€ 21.50</strong></td></tr></tfoot></table>
<p>Questions? <a href="mailto:shop@tea.test?subject=Receipt%202041">Write</a> or <a href="tel:+3112345678">call</a>.</p></div>`,
}

const REPLY: OrdinaryMail = {
  id: 'reply',
  shows: ['Sounds good', 'On Tuesday Ann wrote', 'Shall we meet', 'const x = 1 < 2'],
  links: ['https://cal.test/e/9'],
  html: `<div dir="ltr">Sounds good &mdash; see <a href="https://cal.test/e/9">the invitation</a>.<br><br><pre>
const x = 1 &lt; 2
  indented</pre><ul><li>first<li>second<ol><li>nested</ol></ul></div><div class="gmail_quote"><div>On Tuesday Ann wrote:</div>
<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex"><p>Shall we meet<p><b>at <i>noon</b>?</i></blockquote></div>`,
}

const CONFIRM: OrdinaryMail = {
  id: 'confirm',
  shows: ['Confirm your address', 'Confirm', 'ignore this mail', 'مرحبا'],
  links: ['https://app.test/confirm/eyJhbGciOi?next=%2Fhome#done', '#m-why'],
  html: `<table width="100%" height="100%"><td align="center" valign="middle" style="background-color:#0f172a;background-image:linear-gradient(135deg, #0f172a 0%, #334155 100%);padding:40px">
<div style="display:inline-block;background:#fff;padding:28px;border-radius:12px;box-shadow:0 4px 12px rgba(0,0,0,.3);font-family:system-ui,sans-serif"><h3>Confirm your address</h3>
<a href="https://app.test/confirm/eyJhbGciOi?next=%2Fhome#done" target="_top" style="display:inline-block;background:#2563eb;color:white!important;padding:10px 20px;border-radius:6px">Confirm</a>
<p><small>Not you? Then ignore this mail. <a href="#why">Why?</a></small></p><p dir="rtl">مرحبا</p><p id="why">Because somebody typed your address.</p></div></table>`,
}

export const ORDINARY_MAILS: readonly OrdinaryMail[] = [OTP, NEWSLETTER, RECEIPT, REPLY, CONFIRM]
