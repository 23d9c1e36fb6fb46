import { expect, test } from 'bun:test';
import { findTappable } from '../../../web/messages/card/tappable';

const NOW = new Date(2026, 10, 27, 12, 0); // a Friday

const FOUND: [text: string, ...found: string[]][] = [
  ['Call +49 30 5550 1234 or (202) 555-0122.', 'phone +493055501234', 'phone 2025550122'],
  ['Dr Yilmaz 030 5550 1234', 'phone 03055501234'],
  ['202-555-0122, 202.555.0122', 'phone 2025550122', 'phone 2025550122'],
  ['06 12 34 56 78 ou 0170/1234567', 'phone 0612345678', 'phone 01701234567'],
  ['mail jo.miller+x@mail.example.com!', 'mail jo.miller+x@mail.example.com'],
  ['IBAN DE89 3704 0044 0532 0130 00', 'iban DE89 3704 0044 0532 0130 00'],
  ['GB82WEST12345698765432', 'iban GB82WEST12345698765432'],
  ['Meet at 123 Main Street, Springfield, IL 62704', 'address 123 Main Street, Springfield, IL 62704'],
  ['Party: Kastanienallee 7, 10435 Berlin', 'address Kastanienallee 7, 10435 Berlin'],
  ['12 rue de Rivoli, 75001 Paris', 'address 12 rue de Rivoli, 75001 Paris'],
  ['Calle de Alcalá 45', 'address Calle de Alcalá 45'],
  ['Dentist Dec 3 at 9:30 am', 'date 2026-12-03T09:30'],
  ['Dentist 3rd of December 2026', 'date 2026-12-03T09:00'],
  ['Am 24.12.2026 um 18:00', 'date 2026-12-24T18:00'],
  ['due 2026-12-24', 'date 2026-12-24T09:00'],
  ['due 12/24/26', 'date 2026-12-24T09:00'],
  ['tomorrow 6pm, Friday at 9am', 'date 2026-11-28T18:00', 'date 2026-12-04T09:00'],
  ['Jan 5', 'date 2027-01-05T09:00'],
];

const NOTHING = `
  Order 4711-0815-22 | order no. 202-555-0122 | Bestellnummer 0170 1234567 | 1.234,56 € | $1,299.00
  1234 5678 9012 3456 | 978-3-16-148410-0 | 192.168.100.200 | 24.12.2020 | 2020-01-31 | 31.02.2027 | 13/45/26
  10:30-12:15 | 100 km at 20 kg | 3 may be enough | May I come | in 2024 | 020 555 kg
  DE00 3704 0044 0532 0130 00 | see you friday | tomorrow | at 5 | 12 Angry Men | 2 Live Crew | page 3 of 12
  2 mary | DECIDED 2 | the TA mark 1 | Im M 32 | https | @bob | a@b | v1.2.3 | 50% | 1-800 | 007 | 4 St | chapter 12.11.2.4 | 0.12 34 56 78 9 | room 0123`
  .trim()
  .split(/ \| |\n */);

test('numbers, addresses and dates of a text can be tapped', () => {
  for (const [text, ...found] of FOUND)
    expect([text, ...findTappable(text, NOW, NOW).map(({ kind, value }) => `${kind} ${value}`)]).toEqual([
      text,
      ...found,
    ]);
});

test('what only looks like one cannot', () => {
  for (const text of NOTHING)
    expect({ text, found: findTappable(text, NOW, NOW) }).toEqual({ text, found: [] });
});
