import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, TextInput } from '@mantine/core';

/** White text on shade 7 (light scheme) has a contrast of 5.2:1, and on shade 6 (dark scheme) of 4.5:1. */
const persimmon: MantineColorsTuple = [
  '#fff4ed',
  '#fde6d9',
  '#fbcab0',
  '#ff9f70',
  '#f7814a',
  '#e8632a',
  '#cf4a12',
  '#c2410c',
  '#a63709',
  '#832c0a',
];

const stone: MantineColorsTuple = [
  '#fbf9f6',
  '#f4f0ea',
  '#e8e2da',
  '#d3cbc1',
  '#a89e94',
  '#7b7168',
  '#5e564f',
  '#48413b',
  '#2c2723',
  '#1f1b18',
];
const night: MantineColorsTuple = [
  '#f3eee9',
  '#d9d1ca',
  '#b3a9a0',
  '#8a8078',
  '#4a423b',
  '#332d28',
  '#211d1a',
  '#161311',
  '#110f0d',
  '#0b0a09',
];

export const theme = createTheme({
  primaryColor: 'persimmon',
  primaryShade: { light: 7, dark: 6 },
  colors: { persimmon, gray: stone, dark: night },
  black: '#1f1b18',
  fontFamily: "'Figtree Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '7px', md: '10px', lg: '16px', xl: '24px' },
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { fw: 600 } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        closeButtonProps: { 'aria-label': 'Close', size: 'lg' },
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.45, blur: 2 },
        transitionProps: { transition: 'pop', duration: 140 },
      },
    },
    Input: { defaultProps: { size: 'md' } },
    InputWrapper: { defaultProps: { size: 'md' } },
    // the import puts the fields of forms into the chunk that every screen has loaded
    TextInput: TextInput.extend({ defaultProps: { size: 'md' } }),
    Textarea: { defaultProps: { size: 'md' } },
  },
  respectReducedMotion: true,
});

/**
 * Replaces those colours of Mantine that do not match our palette, or have too little contrast with it (WCAG
 * AA).
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fbf9f6',
    '--mantine-color-text': '#1f1b18',
    '--mantine-color-dimmed': '#5e564f',
    '--mantine-color-placeholder': '#776d64',
    '--mantine-color-error': '#b42318',
    '--mantine-color-disabled': '#ece6de',
    '--mantine-color-disabled-color': '#7b7168',
    '--mantine-color-default-border': '#d3cbc1',
    '--mantine-color-persimmon-filled-hover': '#a63709',
    '--mantine-color-persimmon-light-color': '#a63709',
  },
  dark: {
    '--mantine-color-body': '#161311',
    '--mantine-color-text': '#f3eee9',
    '--mantine-color-dimmed': '#b3a9a0',
    '--mantine-color-placeholder': '#9a9087',
    '--mantine-color-error': '#ff8d7e',
    '--mantine-color-disabled': '#2a2521',
    '--mantine-color-disabled-color': '#9a9087',
    '--mantine-color-default': '#211d1a',
    '--mantine-color-default-hover': '#2a2521',
    '--mantine-color-default-border': '#4a423b',
    '--mantine-color-persimmon-filled-hover': '#b83e0d',
    '--mantine-color-persimmon-light-color': '#ff9f70',
  },
});
