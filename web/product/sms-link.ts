/**
 * Returns a link that opens a phone's app for texts, with the text `body` to `number` filled in. iPhones read
 * the body after &, other phones after ?.
 */
export const smsLink = (number: string, body: string) => `sms:${number}?&body=${encodeURIComponent(body)}`;
