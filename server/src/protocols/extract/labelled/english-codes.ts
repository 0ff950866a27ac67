import { type LabelledMail, plain } from './labelled-mail.ts'

export const ENGLISH_CODES: readonly LabelledMail[] = [
  plain(
    'en-c01',
    'Your verification code',
    `Hi Maya,

Your verification code is 482913. It expires in 10 minutes.

If you did not request this, ignore this email.

Northwind Ltd, 14 Harbour Street, Leeds LS1 4AP
© 2026 Northwind`,
    '482913',
  ),
  plain(
    'en-c02',
    '739105 is your Pebble code',
    `Enter 739105 in the app to finish signing in.

Never share this code with anyone, not even Pebble staff.`,
    '739105',
  ),
  plain(
    'en-c03',
    'Sign in to Lumen',
    `Copy and paste this temporary login code:

velvet-otter-4471

Or just use this one:

XK7P2M

If you didn't try to login, you can safely ignore this email.`,
    'XK7P2M',
    'velvet-otter-4471',
  ),
  plain(
    'en-c04',
    'One-time passcode',
    `Dear customer,

Use OTP 5512 to authorise the payment of GBP 149.99 to ARGOS on card ending 8841. Valid for 3 min. Do not disclose it.

Halden Bank, Customer care 0345 600 2323`,
    '5512',
  ),
  plain(
    'en-c05',
    'Confirm your email address',
    `Confirm your email address

There's one quick step you need to complete before creating your Chirp account. Let's make sure this is the right email address for you, please confirm this is the right address to use for your new account.

Please enter this verification code to get started on Chirp:

90341275

Verification codes expire after two hours.

Thanks,
Chirp`,
    '90341275',
  ),
  plain(
    'en-c06',
    'Quarry confirmation code: PZR-48T',
    `Confirm your email address

Your confirmation code is below. Enter it in your open browser window and we'll help you get signed in.

PZR-48T

If you didn't request this email, there's nothing to worry about.

Made by Quarry Technologies, Inc
500 Howard Street, San Francisco, CA 94105`,
    'PZR-48T',
  ),
  plain(
    'en-c07',
    'Google verification code',
    `Dear Google User,

We received a request to access your Google Account maya@example.org through your email address. Your Google verification code is:

G-628104

If you did not request this code, it is possible that someone else is trying to access the account. Do not forward or give this code to anyone.

Google LLC 1600 Amphitheatre Parkway, Mountain View, CA 94043, USA`,
    '628104',
  ),
  plain(
    'en-c08',
    'Your Steamboat account: Access from new web or mobile device',
    `maya_88,

It looks like you are trying to log in from a new device. Here is the Steamboat Guard code you need to access your account:

Q7H4V

This email was generated because of a login attempt from a computer located at 84.22.107.35 (DE). The login attempt included your correct account name and password.

The Steamboat Guard code is required to complete the login. No one can access your account without also accessing this email.`,
    'Q7H4V',
  ),
  plain(
    'en-c09',
    '[OctoHub] Please verify your device',
    `Hey maya!

A sign in attempt requires further verification because we did not recognize your device. To complete the sign in, enter the verification code on the unrecognized device.

Device: Firefox on Linux
Verification code: 018447

If you did not attempt to sign in to your account, your password may be compromised. Visit https://octohub.test/settings/security to create a new, strong password for your OctoHub account.

Thanks,
The OctoHub Team`,
    '018447',
  ),
  plain(
    'en-c10',
    'Your sign-in code is 4 3 9 1',
    `Use the four digits above.
They work once and for five minutes.`,
    '4391',
  ),
  plain(
    'en-c11',
    'Password reset',
    `Someone (hopefully you) asked to reset the password for maya@example.org.

Reset code: 77-20-41

The code is good until 18:45 on 15 November 2026.`,
    '772041',
  ),
  plain('en-c12', 'Login PIN', `PIN: 0042`, '0042'),
  plain(
    'en-c13',
    'Activate your Brightside membership',
    `Welcome aboard, Tom.

To activate membership no. 30018827, type the activation code below on brightside.test/activate.

   K9XW-22LM-P0QD

Questions? Call 1-800-555-0142, Monday to Friday 9:00-17:00.`,
    'K9XW-22LM-P0QD',
  ),
  plain(
    'en-c14',
    'Your one-time password for Tideway',
    `Tideway

204 887

This is your one-time password. Enter it within 15 minutes.

Tideway Software GmbH · Torstr. 33 · 10119 Berlin`,
    '204887',
  ),
  plain(
    'en-c15',
    'Security alert: new sign-in',
    `We noticed a new sign-in to your account on Nov 15, 2026 at 10:22 AM from 203.0.113.9.

If this was you, use the security code 660218 to approve it. If not, change your password: https://id.example.net/reset?token=8831920`,
    '660218',
  ),
  plain(
    'en-c16',
    'Two-factor authentication',
    `Hello,
2FA code for backoffice.example.com : 913377
Requested from IP 10.4.0.19 at 2026-11-15 09:14:02 UTC
Request ID 5510028`,
    '913377',
  ),
  plain(
    'en-c17',
    'Your Microbrew account single-use code',
    `Hi ma**@example.org,

We received your request for a single-use code to use with your Microbrew account.

Your single-use code is: 3304817

Only enter this code on an official website or app. Don't share it with anyone. We'll never ask for it outside an official platform.

Thanks,
The Microbrew account team

Privacy Statement: https://go.microbrew.test/fwlink/?LinkId=521839
Microbrew Corporation, One Way, Redmond, WA 98052`,
    '3304817',
  ),
  plain(
    'en-c18',
    'Finish logging in to Relay',
    `relay login

code → 7f3a9c

(valid 10 min, from 198.51.100.77)`,
    '7f3a9c',
  ),
  plain(
    'en-c19',
    'Verify your email',
    `Thanks for signing up for Orchard! Your code:

  583 019

Or click https://orchard.test/verify?code=583019&u=20391 to verify directly.

Orchard Inc. • 2261 Market Street #4667 • San Francisco, CA 94114`,
    '583019',
  ),
  plain(
    'en-c20',
    'Delivery PIN for your parcel',
    `Your parcel 15502881930044 is out for delivery today between 14:10 and 15:10.

Give the driver this PIN when they arrive: 6093

Track it: https://track.parcels.test/15502881930044`,
    '6093',
  ),
  plain(
    'en-c21',
    'Confirm transfer of $2,500.00',
    `You are sending $2,500.00 to J. Okafor (account ending 0192).

To confirm, enter 871126 in the app.

Reference: TRF-2026-118820
If you did not ask for this transfer call 020 7946 0018 at once.`,
    '871126',
  ),
  plain(
    'en-c22',
    'Your access code',
    `Here's your access code for the Spring Planning board:

MAPLE7

Anyone with the code can open the board until 30/11/2026.`,
    'MAPLE7',
  ),
  plain(
    'en-c23',
    'Re: can you send me the code?',
    `Hey! Sure, the login code they mailed me is 552097. Quick, it only lasts a minute or so.

On Sat, 14 Nov 2026 at 21:03, Ben <ben@example.org> wrote:
> can you send me the code for the streaming thing?
> it's order 4410982 I think`,
    '552097',
  ),
  plain(
    'en-c24',
    'New code for your login',
    `Your new login code is 120964. Your earlier code no longer works.

-----Original Message-----
From: Vault <no-reply@vault.test>
Sent: Sunday, 15 November 2026 08:01
Subject: Your login code

> Your login code is 998213.`,
    '120964',
  ),
  plain(
    'en-c25',
    'Authentication code for wire approval',
    `AUTHENTICATION REQUIRED

Amount ........ EUR 12,400.00
Beneficiary ... Lindqvist AB
IBAN .......... SE45 5000 0000 0583 9825 7466
Code .......... 40 77 18

Enter the code in the signing window.`,
    '407718',
  ),
  plain(
    'en-c26',
    'Welcome to Fernweh',
    `Hi there,

Welcome! Before you can book anything, we need to know that this address is yours. Type in the six digits 3-1-8-8-0-2 where you signed up.

See you on the road,
the Fernweh crew`,
    '318802',
  ),
  plain('en-c27', 'Your Zello code', `<#> 4829 is your Zello code. FA+9qCX9VSu`, '4829'),
  plain(
    'en-c28',
    'Device pairing',
    `To pair your TV, open tv.example.com on the TV and enter

HJKM-QRTV

The pairing code expires in 30 minutes.`,
    'HJKM-QRTV',
  ),
  plain(
    'en-c29',
    'Login attempt',
    `A login attempt needs your approval.

Number to enter: 61 90 27
Location: Utrecht, NL (near 52.09, 5.12)
Browser: Chrome 131.0.6778`,
    '619027',
  ),
  plain(
    'en-c30',
    'Email change request',
    `You asked to change your email to tom.new@example.org. Please use the following code to confirm the change: aB3xK9

This code is case sensitive.`,
    'aB3xK9',
  ),
  plain(
    'en-c31',
    'Your Hearth verification number',
    `Your Hearth verification number: 2026

Yes, really. Enter it within 10 minutes.`,
    '2026',
  ),
  plain(
    'en-c32',
    'Account recovery',
    `Use 19482037 as your account recovery code.

You can use a recovery code only once. Keep the rest somewhere safe.`,
    '19482037',
  ),
  plain(
    'en-c33',
    'Wallet withdrawal verification',
    `Withdrawal verification

You requested to withdraw 0.15300000 BTC to bc1q9x7w2l0tq4j9d3s8fkz5m.

Email verification code
305966

The code is valid for 30 minutes. For security, do not reveal it.
Anti-phishing code: bluewhale`,
    '305966',
  ),
  plain(
    'en-c34',
    'Complete your registration at Clinic Portal',
    `Dear Mr Adeyemi,

your registration at the Clinic Portal was started on 11/15/2026. Your registration key is R4T9-XX81. Please have your patient number (0087215) ready.

Clinic Portal, Phone +44 20 7946 0991`,
    'R4T9-XX81',
  ),
  plain(
    'en-c35',
    'OTP: 381650',
    `Your OTP for net banking login is as mentioned in the subject.
Do not share it. Helpline 1800 266 4332.`,
    '381650',
  ),
  plain(
    'en-c36',
    'Confirm you are human',
    `beep boop

type this back to us: 94-FOX-17

your verification code works until midnight`,
    '94-FOX-17',
  ),
  plain(
    'en-c37',
    'Library login',
    `Dear reader,
to log in to your library account please use the temporary PIN 7720 together with your card number 21003004418827.
City Library, 12 Castle Road, OX1 2JD`,
    '7720',
  ),
  plain(
    'en-c38',
    'Your Uplink code is 6417',
    `6417

Your Uplink code. Don't share it.`,
    '6417',
  ),
  plain(
    'en-c39',
    'Action required: verify your identity',
    `To continue, verify your identity by entering the 8-digit code shown here.

Code: 5590 1173

You have 5 attempts. After that your account is locked for 24 hours.`,
    '55901173',
  ),
  plain(
    'en-c40',
    'Sign-in code',
    `Someone is signing in as ops@example.com on 172.16.8.4.
If that is you:

    sign-in code   W4K-9TB

This message was sent at 07:31 on 15.11.2026. Ticket #88214 was opened automatically.`,
    'W4K-9TB',
  ),
  plain(
    'en-c41',
    'Guest Wi-Fi access',
    `Hello guest of room 412,

your Wi-Fi access code: 88213476
Network: HotelOrion-Guest
Check-out is at 11:00 on 2026-11-18.`,
    '88213476',
  ),
  plain(
    'en-c42',
    'Your exam session',
    `Your exam starts on Monday at 09:00. When the proctor asks for it, give your one-time session passcode: 44F2C1.
Candidate number: 2026-00451`,
    '44F2C1',
  ),
  plain(
    'en-c43',
    'Verification',
    `verification code

       ８８３０１２

(expires 2026/11/15 12:00)`,
    '883012',
  ),
  plain(
    'en-c44',
    'Confirm your subscription',
    `To confirm, reply to this mail with the number 58203 in the subject.

List: cheese-lovers@lists.example.org`,
    '58203',
  ),
  plain(
    'en-c45',
    'Your login code for Inkwell',
    `Hi,

You can log in to Inkwell by entering the code below.

YTRQPM

This code will only be valid for the next 5 minutes. If the code does not work, you can use this login verification link:

https://inkwell.test/l/eyJ1IjoiMTIzNDU2In0`,
    'YTRQPM',
  ),
  plain(
    'en-c46',
    'Payment authentication',
    `3-D Secure authentication for purchase at BOOKS4U on 15 Nov. Amount 23.90 EUR. Passcode 1190283. Card **** 7716.`,
    '1190283',
  ),
  plain(
    'en-c47',
    '2-Step Verification',
    `Backup delivery of your 2-step verification code by email: 275 338

Was it not you? See https://accounts.example.com/help/275338`,
    '275338',
  ),
  plain(
    'en-c48',
    'Hello from Tandem',
    `Good morning Ana!

We're glad you are here. Your account is nearly ready: just pop 8061 into the box on your screen and you're in.

Tandem — language exchange since 2015`,
    '8061',
  ),
]
