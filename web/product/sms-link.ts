/**
 * Returns a link that opens a phone's app for texts, and fills in the text `body` and the recipient `number`.
 * iPhones read the body after &, other phones after ?.
 */
export const smsLink = (number: string, body: string) => `sms:${number}?&body=${encodeURIComponent(body)}`;
