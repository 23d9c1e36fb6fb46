export const BROWSERS = ['chromium', 'firefox'] as const;
export type BrowserKind = (typeof BROWSERS)[number];

export const ICONS = [16, 32, 48, 128];
const icons = Object.fromEntries(ICONS.map((size) => [size, `icon-${size}.png`]));

// without one of our own, Firefox calls servers at home by https
const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'"],
  ...["img-src 'self' blob:", 'connect-src http: https: data: blob:'],
].join('; ');

/** Writes the manifest of the extension. Both browsers get the same pages and the same background script. */
export const manifestFor = (browser: BrowserKind, version: string) => ({
  manifest_version: 3,
  name: 'Tagline',
  version,
  description: 'Saves pages, selected words, pictures and links to the boards of your own Tagline.',
  icons,
  action: { default_popup: 'form.html', default_title: 'Save to Tagline', default_icon: icons },
  options_ui: { page: 'options.html', open_in_tab: true },
  commands: { _execute_action: { suggested_key: { default: 'Alt+Shift+S' } } },
  permissions: ['activeTab', 'alarms', 'contextMenus', 'identity', 'scripting', 'storage'],
  optional_host_permissions: ['http://*/*', 'https://*/*'],
  content_security_policy: { extension_pages: POLICY },
  ...(browser === 'chromium'
    ? {
        background: { service_worker: 'background.js', type: 'module' },
        minimum_chrome_version: '120',
      }
    : {
        background: { scripts: ['background.js'], type: 'module' },
        browser_specific_settings: {
          gecko: {
            id: 'browser-extension@tagline',
            strict_min_version: '140.0',
            data_collection_permissions: { required: ['websiteContent', 'browsingActivity'] },
          },
        },
      }),
});
