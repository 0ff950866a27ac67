import { both, html, type LabelledMail, plain } from './labelled-mail.ts'

/** Mails that ask for no code and hold none. */
export const ORDINARY_ENGLISH: readonly LabelledMail[] = [
  plain(
    'en-n01',
    'Your receipt from Crumb Bakery',
    `Receipt #20931

2 x Sourdough        9.00
1 x Rye loaf         5.50
Total USD           14.50

Paid with Visa ending 4242 on Nov 14, 2026 at 08:12.
Crumb Bakery, 88 Mill Lane, Portland, OR 97209`,
  ),
  plain(
    'en-n02',
    'Your order has shipped',
    `Good news, Dana! Order 114-5520938 has shipped.

Carrier: UPS
Tracking number: 1Z999AA10123456784
Estimated delivery: Wed, Nov 18 2026

Track your package: https://ship.test/t/1Z999AA10123456784`,
  ),
  plain(
    'en-n03',
    'Weekly digest: 12 new posts',
    `Top stories this week

1. Why 2027 may be the year of the heat pump (1843 reads)
2. Rewriting 48000 lines of Perl
3. Interview: 30 years at sea

You get this because you subscribed in 2021.`,
  ),
  plain(
    'en-n04',
    'Invitation: Budget review @ Mon 16 Nov 2026 14:00 - 15:00 (GMT)',
    `Budget review
Monday 16 Nov 2026 ⋅ 14:00 – 15:00
Join by phone: +44 20 3956 2841
Room 3042, 2nd floor
Guests: ana@example.org, tom@example.org`,
  ),
  plain(
    'en-n05',
    'Nightly report 20261115',
    `rows imported: 183920
rows skipped: 4417
duration: 00:31:07
disk used: 8123 MB (71 %)
host: db-07 (10.0.12.7)`,
  ),
  plain(
    'en-n06',
    'Re: lunch?',
    `Sure, 12:30 at the usual place? Bring 20 euros, they don't take cards since 2019.

Tom
07700 900123`,
  ),
  plain(
    'en-n07',
    'Invoice INV-2026-00817',
    `Dear Ms Petrova,

please find attached invoice INV-2026-00817 over EUR 4,812.00, due 15 December 2026.
Bank: GB29 NWBK 6016 1331 9268 19
VAT ID GB123456789`,
  ),
  plain(
    'en-n08',
    'Welcome to Sparrow!',
    `Hi! Thanks for joining Sparrow. Confirm your address with one click:

https://sparrow.test/confirm/8f3b2a7d9911

See you soon.`,
  ),
  plain(
    'en-n09',
    'Reset your password',
    `We heard that you lost your password. Sorry about that!

Use the following link within 24 hours to reset it:
https://octohub.test/password_reset/582910-aa71

If you don't use this link, it will expire.`,
  ),
  plain(
    'en-n10',
    'Flight confirmation - LHR to LIS',
    `Booking reference: 7KQ2PM
Flight TP1357, 21 Nov 2026
Depart LHR 07:05 Terminal 2, arrive LIS 09:50
Seat 14C
Ticket number 047 2401998877`,
  ),
  plain(
    'en-n11',
    'New sign-in on Chrome',
    `Your account was just signed in to from Chrome 131 on Windows 11.

Time: 15 November 2026, 09:58
IP address: 198.51.100.201

If this was you, you don't need to do anything.`,
  ),
  plain(
    'en-n12',
    'Build #48213 failed',
    `Project: web-frontend
Branch: main
Commit: 9f8e7d6c
Duration 4m 12s
3 of 1184 tests failed. Exit status 137.`,
  ),
  plain(
    'en-n13',
    'Your electricity bill',
    `Account number 8500 1123 4471
Meter reading: 48213 kWh
Previous reading: 47990 kWh
Amount due: £61.20 by 30/11/2026
Pay by phone: 0800 048 0202`,
  ),
  plain(
    'en-n14',
    'Re: Re: contract',
    `Hi Leo,

I changed clause 14.2 and the annexes (pages 1203-1217). Could you sign by Friday? We have 350000 in the budget for it.

Best
Irina`,
  ),
  plain(
    'en-n15',
    'You have 3 new followers',
    `Kai, Lou and 1 other followed you. You now have 2048 followers.

See who: https://chirp.test/followers?n=104882`,
  ),
  html(
    'en-n16',
    'Black Friday is here',
    `<html><head><style>a{color:#123456}.b{background:#654321}</style></head><body bgcolor="#101010"><h1>50% off everything</h1><p>Only until 29.11.2026. Jackets from $79.99, boots from $120.</p><a href="https://shop.test/bf?c=908172">Shop now</a><p style="color:#777777">You get this mail since 2020. Shop Ltd, 4000 Main St, Denver, CO 80202</p></body></html>`,
  ),
  html(
    'en-n17',
    'Your monthly statement is ready',
    `<table><tr><td>Account</td><td>•••• 4410</td></tr><tr><td>Opening balance</td><td>1,204.33</td></tr><tr><td>Closing balance</td><td>998.10</td></tr><tr><td>Statement date</td><td>2026-10-31</td></tr></table><a href="https://bank.test/login">Log in to see it</a>`,
  ),
  plain(
    'en-n18',
    'Server alert: high load',
    `[PROBLEM] web-3: load average 14.20 11.03 9.71
Event ID 7719203
Started 2026.11.15 03:12:44
Threshold 8`,
  ),
  plain(
    'en-n19',
    'Your table is booked',
    `The Olive Room, Saturday 21 November, 19:30, 4 guests.
Need to change it? Call 0161 496 0321 or quote booking 55218.
12 King Street, Manchester M2 6AG`,
  ),
  plain(
    'en-n20',
    'Survey: how did we do?',
    `Your case 00418827 was closed. On a scale from 0 to 10, how likely are you to recommend us?

https://survey.test/r/418827?score=10`,
  ),
  plain(
    'en-n21',
    'Minutes of the meeting, 12 November',
    `Present: 11 members, 2 guests.
1. Accounts for 2025 approved (income 48,210; spending 46,998).
2. New roof: offers of 12400 and 13150.
3. Next meeting 10 December 2026, 7 pm.`,
  ),
  plain(
    'en-n22',
    'Your subscription renews soon',
    `Your Plus plan renews on December 1, 2026 for $99.00/year.

Manage it in your account settings.`,
  ),
  plain(
    'en-n23',
    'Release 4.12.0',
    `Changes in 4.12.0 (build 20261114):
- fixed #10482: crash on empty input
- raised limit to 65536 entries
- node >= 24 needed`,
  ),
  plain(
    'en-n24',
    'Photos from the weekend',
    `Uploaded 148 photos! IMG_20261108_114502.jpg is my favourite. Look at 1024 and 1031 too.

x Mum`,
  ),
  plain(
    'en-n25',
    'Job alert: 27 new jobs',
    `Senior Engineer, Leeds, £65000 - £80000
Data Analyst, York, £42000
Reference 771204-B`,
  ),
  plain(
    'en-n26',
    'Delivery Status Notification (Failure)',
    `Your message to bob@example.net could not be delivered.

550 5.1.1 The email account that you tried to reach does not exist. 6a1803df08f44-8f92ab
Reporting-MTA: dns; mx.example.net`,
  ),
  plain(
    'en-n27',
    'Race results',
    `Bib 4417 - Jo March
Finish 3:41:22, overall 1208 of 5530
10K split 0:51:09`,
  ),
  plain(
    'en-n28',
    'Confirmed: your appointment',
    `Your appointment is confirmed.
Dr Okoye, Tuesday 17 November 2026, 10:40
Riverside Surgery, 5 Bridge Road, BS1 4ND
Please bring form FP1001.`,
  ),
  html(
    'en-n29',
    'Verify your email address',
    `<p>Hi,</p><p>Click the button to verify your email address.</p><p><a href="https://app.test/v/482913" style="background:#482913">Verify email</a></p><p>The link expires in 48 hours. © 2026 App Co, Suite 1200, Austin, TX 78701</p>`,
  ),
  html(
    'en-n30',
    'Sign in to Notebook',
    `<p>Click below to sign in. This link works once and for 15 minutes.</p><a href="https://notebook.test/magic?t=9912830">Sign in</a>`,
  ),
  plain(
    'en-n31',
    'Payslip November 2026',
    `Employee 10442
Gross 4200.00
Tax 812.40
Net 3387.60
Paid to account ending 8812 on 27/11/2026`,
  ),
  plain(
    'en-n32',
    'Your verification was successful',
    `Thank you, your identity has been verified. You can now send up to 10000 EUR per month.

Reference VER-88120431`,
  ),
  plain(
    'en-n33',
    'Password changed',
    `The password of your account was changed on 15 Nov 2026 at 10:44 from 192.0.2.77. If that was not you, call +1 415 555 0117.`,
  ),
  plain(
    'en-n34',
    'Recipe of the day',
    `Heat the oven to 2200? No: 220 °C! You need 1500 g flour, 1000 ml water and 30 g salt. Bake 45 minutes.`,
  ),
  both(
    'en-n35',
    'Your donation',
    `Thank you for giving 5000 JPY. Receipt no. 202611-3381. Charity no. 1089464.`,
    `<p>Thank you for giving <b>5000 JPY</b>.</p><p>Receipt no. 202611-3381. Charity no. 1089464.</p>`,
  ),
  plain(
    'en-n36',
    'Planning permission 26/01482/FUL',
    `An application was received for land at 1066 Hastings Road, TN33 0AD. Comments by 4 December 2026, quoting 26/01482/FUL.`,
  ),
  plain('en-n37', 'Stock alert', `AAPL closed at 231.40 (+1.2%). Volume 48210334. 52-week high 260.10.`),
  plain('en-n38', 'hi', `hello`),
  plain('en-n39', 'Your gym visits', `You came 14 times in October and burned 9820 calories. Member 55021.`),
  plain(
    'en-n40',
    'Question about part 7734-A',
    `Do you still have part 7734-A in stock? We need 2500 pieces by week 48. Our fax is 030 445566.`,
  ),
]
