/**
 * What ordinary mails have in common, given to zstd so that a small mail need not spell it out again. Rarer things
 * come first, because zstd reaches the end of a dictionary with shorter offsets.
 *
 * Never change a byte of it: stored bodies cannot be read without it. A better one gets a codec number of its own.
 */
const TEXT = `
This is a multi-part message in MIME format.
Content-Type: application/pdf; name="invoice.pdf"
Content-Type: image/png; name="logo.png"
Content-ID: <logo@
Content-Disposition: attachment; filename="
Content-Disposition: inline; filename="
Content-Transfer-Encoding: base64
Content-Type: multipart/mixed; boundary="
Content-Type: multipart/related; boundary="
X-Originating-IP: X-MS-Exchange-Organization- X-Google-Smtp-Source: X-Gm-Message-State: X-Received: by 2002:a05:
X-SG-EID: X-SES-Outgoing: 2026.01.01- Feedback-ID: :AmazonSES X-Mandrill-User: X-Mailgun-Sid: X-PM-Message-Id:
X-Priority: 3 (Normal) Importance: Normal Precedence: bulk Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All Organization: Sender: Errors-To: Thread-Topic: Thread-Index: References: <
ARC-Seal: i=1; a=rsa-sha256; t=1700000000; cv=none; d=google.com; s=arc-20240605; b=
ARC-Message-Signature: i=1; a=rsa-sha256; c=relaxed/relaxed; d=google.com; s=arc-20240605;
ARC-Authentication-Results: i=1; mx.google.com; dkim=pass header.i=@ header.s= spf=pass (google.com: domain of
 designates  as permitted sender) smtp.mailfrom=; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=
DKIM-Signature: v=1; a=rsa-sha256; q=dns/txt; c=relaxed/simple; s=selector1; d=amazonses.com; t=1700000000;
\th=From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:List-Unsubscribe:List-Unsubscribe-Post:Reply-To;
\tbh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=; b=
List-Unsubscribe-Post: List-Unsubscribe=One-Click
List-Unsubscribe: <https://www.example.com/unsubscribe?
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1.0"><title></title><style type="text/css">
body { margin: 0; padding: 0; font-family: -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
@media only screen and (max-width: 600px) { .container { width: 100% !important; } }</style></head><body>
<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0" align="center" bgcolor="#ffffff"><tbody><tr><td style="padding: 20px 0;
<p style="font-size: 16px; line-height: 24px; color: #333333; margin: 0 0 16px; text-align: center; background-color: #f4f4f4;
 font-weight: bold; text-decoration: none; display: inline-block; border-radius: 4px; border-collapse: collapse; max-width: 600px;">
<a href="https://www.example.com/" target="_blank" style="color: #0066cc;"><img src="https://" alt="" width="1" height="1" />
<span style="display:none"><strong></strong></span><br /><hr><ul><li></li></ul><h1></h1><h2></h2>&nbsp;&copy;&amp;&#39;&zwnj;
</a></p></div></td></tr></tbody></table></body></html>
If you did not request this e-mail, you can safely ignore it. Please do not reply to this message. Do not share this code with anyone.
You are receiving this email because you signed up for an account. To stop receiving these emails, unsubscribe here.
Thank you for your order. Your order number is Shipping address: Total: All rights reserved. Privacy Policy Terms of Service
Click the link below to confirm your email address and activate your account: Reset your password Verify your email
Your verification code is: This code will expire in 10 minutes. Your one-time password is Hello, Hi there, Welcome to
Best regards, Kind regards, Thanks, The team Sincerely, Mon, Tue, Wed, Thu, Fri, Sat, Sun, Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec 2025 2026
User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.0 X-Mailer: Microsoft Outlook 16.0 X-Mailer: swaks v jetmore.org/john/code/swaks/
Content-Language: en-US Accept-Language: en-US Cc: Reply-To: In-Reply-To: <
Content-Type: multipart/alternative; boundary="----=_Part_
Content-Type: text/plain; charset="iso-8859-1" format=flowed; delsp=yes
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: 7bit Content-Transfer-Encoding: 8bit
Return-Path: <bounce@ <noreply@ no-reply@ notifications@ support@ info@ test@mayfly.test>
Received: from localhost (localhost [127.0.0.1]) by mayfly.test with SMTP id
Received: from mail.example.com (mail.example.com [192.0.2.1])
\tby mx.mayfly.test with ESMTPS id  (version=TLSv1.3 cipher=TLS_AES_256_GCM_SHA384)
\tfor <@mayfly.test>; Mon, 01 Jan 2026 00:00:00 +0000
Message-ID: <@example.com>
Date: Thu, 01 Jan 2026 12:00:00 +0000
From: "Example" <noreply@example.com>
To: <user@mayfly.test>
Subject: =?UTF-8?B?=?= =?utf-8?Q?
MIME-Version: 1.0
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: quoted-printable

`

export const DICTIONARY = Buffer.from(TEXT.replaceAll('\n', '\r\n'), 'latin1')
