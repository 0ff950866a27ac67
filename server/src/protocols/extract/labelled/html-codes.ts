import { both, html, type LabelledMail } from './labelled-mail.ts'

export const HTML_CODES: readonly LabelledMail[] = [
  html(
    'en-h01',
    'Verify your email',
    `<!doctype html><html><head><style>.c{color:#112233;background:#445566}</style></head>
<body style="background:#f4f4f5;color:#333333"><table width="600"><tr><td><h2>Verify your email</h2>
<p>Enter this code to continue:</p><div style="font-size:32px;letter-spacing:6px;color:#102030">771204</div>
<p>It expires in 15 minutes.</p><p style="color:#999999">&copy; 2026 Palette Inc., 548 Market St, San Francisco, CA 94104</p></td></tr></table></body></html>`,
    '771204',
  ),
  html(
    'en-h02',
    'Your code',
    `<table><tr><td style="border:1px solid #dddddd">3</td><td>0</td><td>9</td><td>5</td><td>5</td><td>8</td></tr></table><p>is your login code for Harbor.</p>`,
    '309558',
  ),
  html(
    'en-h03',
    'Confirm it is you',
    `<p>Hello Priya,</p><p>Your confirmation code</p>
<table role="presentation"><tr>
<td><table><tr><td style="font-size:28px">8</td></tr></table></td>
<td><table><tr><td style="font-size:28px">1</td></tr></table></td>
<td><table><tr><td style="font-size:28px">4</td></tr></table></td>
<td><table><tr><td style="font-size:28px">7</td></tr></table></td></tr></table>
<p>Valid for 20 minutes.</p>`,
    '8147',
  ),
  html(
    'en-h04',
    'Login',
    `<div>Use</div><div><b>BX4&#8209;91Z</b></div><div>to log in. The code works once.</div>`,
    'BX4-91Z',
  ),
  html(
    'en-h05',
    'Welcome to Cartograph',
    `<html><body><img src="https://cdn.cartograph.test/l/123456.png" alt="Cartograph"><h1>Welcome!</h1>
<p>Your verification code is <strong>640 – 118</strong></p><a href="https://cartograph.test/verify/99887766">Verify automatically</a>
<img width="1" height="1" src="https://t.cartograph.test/o/55667788.gif"></body></html>`,
    '640118',
  ),
  html(
    'en-h06',
    'Security code',
    `<center><font size="6"><b><span>5</span><span>0</span><span>3</span><span>3</span><span>9</span><span>1</span></b></font></center><center>Security code for your Dovecote account</center>`,
    '503391',
  ),
  html(
    'en-h07',
    'Sign in to your workspace',
    `<div style="display:none">Your sign-in code is 229140</div><table><tbody><tr><td><h1>Sign in to Acme</h1><p>Enter the code on the sign-in page</p>
<p style="font:700 40px monospace">229&nbsp;140</p><p>Requested from Oslo, Norway (IP 192.0.2.14) on 15 Nov 2026, 09:41</p></td></tr></tbody></table>`,
    '229140',
  ),
  both(
    'en-h08',
    'Your Glimmer code',
    `Your Glimmer code is 73318. Tap to sign in: https://glimmer.test/a/73319`,
    `<p>Your Glimmer code is <b>73318</b>.</p><p><a href="https://glimmer.test/a/73319">Tap to sign in</a></p>`,
    '73318',
  ),
  both(
    'en-h09',
    'Please confirm',
    `This message needs an HTML reader.`,
    `<p>Type this confirmation code into the form:</p><pre>  AC7-7QX  </pre><p>Order reference 20114477</p>`,
    'AC7-7QX',
  ),
  html(
    'en-h10',
    'Verification',
    `<style>#c482913{color:#482913}</style><div id="c482913" data-code="111222">
<p>Hi,<br>verification code: <span style="color:#aa00ff;font-weight:bold">9 9 4 0 2 6</span></p></div>`,
    '994026',
  ),
  html(
    'en-h11',
    'Payment approval',
    `<table><tr><th>Merchant</th><td>Globe Air</td></tr><tr><th>Amount</th><td>USD 1,204.50</td></tr><tr><th>Date</th><td>2026-11-15</td></tr><tr><th>One-time code</th><td>610 2284</td></tr></table>`,
    '6102284',
  ),
  html(
    'en-h12',
    'Here is your passcode',
    `<div style="font-family:Arial"><p>Hey Sam, here is your passcode.</p><div style="background:#eeeeee;padding:12px;font-size:24px">F2-K8-W1</div><p>— the Larkspur team<br>Tel. (415) 555-0199</p></div>`,
    'F2-K8-W1',
  ),
  html(
    'en-h13',
    'Finish signing up',
    `<p>Almost there!</p><ol><li>Go back to the sign-up page</li><li>Enter <code>483920</code></li><li>Done</li></ol><p>Code valid until 17:30.</p>`,
    '483920',
  ),
  html(
    'en-h14',
    'Your two-step code',
    `<table><tr><td>Two-step code</td></tr><tr><td><div>6</div><div>2</div><div>0</div><div>9</div><div>7</div><div>7</div></td></tr></table>`,
    '620977',
  ),
  both(
    'en-h15',
    'Reset your password',
    `Hi Lee,

Use code 41 22 09 to reset your password.

Sent to lee1987@example.org. Support: +1 (212) 555-0188`,
    `<p>Hi Lee,</p><p>Use code <span style="letter-spacing:2px">41 22 09</span> to reset your password.</p><p>Sent to lee1987@example.org. Support: +1 (212) 555-0188</p>`,
    '412209',
  ),
  html(
    'en-h16',
    'Team invite',
    `<p>You have been invited to <b>Falcon 2027</b>. Join with the invite code below.</p><p style="font-size:30px">QT7M42</p><p>3 members are waiting.</p>`,
    'QT7M42',
  ),
  html(
    'en-h17',
    'Confirm new device',
    `<p>Device confirmation code</p><h1>5 5 1 0 7 2 9 4</h1><p>Model: SM-G991B, Android 14</p>`,
    '55107294',
  ),
  html(
    'en-h18',
    'Login request',
    `<html><body><p>Copy the key to log in:</p><input value="999999"><p><tt>qz81mm</tt></p><p>This key dies in 5 minutes.</p></body></html>`,
    'qz81mm',
  ),
  html(
    'en-h19',
    'Authorize your app',
    `<h3>Authorize Terminal</h3><p>Enter this user code on the page you opened:</p><p><b>WDJB-MJHT</b></p><p>It expires at 10:45 UTC.</p>`,
    'WDJB-MJHT',
  ),
  html(
    'en-h20',
    'Action needed',
    `<div>Your account <b>#1002938</b> needs verification.</div><div>Verification PIN:</div><div style="font-size:36px"><b>31857</b></div><div>Do not reply. Unsubscribe <a href="https://x.test/u/1002938">here</a>.</div>`,
    '31857',
  ),
  both(
    'en-h21',
    'Sign in code for Meridian',
    `Your Meridian sign-in code: 008 311`,
    `<table bgcolor="#008311"><tr><td style="color:#ffffff">Your Meridian sign-in code</td></tr><tr><td style="font-size:28px">008 311</td></tr><tr><td>Meridian Labs · EC1A 1BB London</td></tr></table>`,
    '008311',
  ),
  html(
    'en-h22',
    'Email verification',
    `<p>Dear user,</p><p>Thank you for registering with StudyHall. To complete the process, please verify your address with the following OTP&nbsp;-</p><p><span style="background-color:#00466a;color:#fff;font-size:22px;padding:0 10px">324457</span></p><p>OTP is valid for 5 minutes</p><hr><p>StudyHall Inc<br>1600 Park Rd<br>California</p>`,
    '324457',
  ),
]
