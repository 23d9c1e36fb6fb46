export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window;
