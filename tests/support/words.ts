/** Returns the words of a text, for long lists of names. */
export const words = ([text = '']: TemplateStringsArray): string[] => text.trim().split(/\s+/);
