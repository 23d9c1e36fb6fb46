export const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'http://localhost.evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:1' },
  { origin: 'http://127.0.0.1:1' },
  { origin: 'http://tagline.example', host: 'tagline.example' },
  { origin: 'https://tagline.example:8443', host: 'tagline.example' },
  { origin: 'https://notes.example:8443', host: 'notes.example' },
  { origin: 'https://tagline.example.evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
];
