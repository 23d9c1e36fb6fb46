/** Returns true if this browser can use passkeys. Browsers offer no passkeys to pages without https. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window;
