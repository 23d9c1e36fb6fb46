/** Tells if this browser can use passkeys. Browsers hide them from pages without https. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window;
