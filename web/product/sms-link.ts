/** iPhones read the body after &, other phones after ?. */
export const smsLink = (number: string, body: string) => `sms:${number}?&body=${encodeURIComponent(body)}`;
