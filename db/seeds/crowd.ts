import type { Person } from './cast';

const FIRST_NAMES =
  'Ada Amir Bea Ben Chen Cleo Dana Dev Elsa Emil Fay Finn Gita Gus Hana Hugo Ida Ivan Jade Jonas Kaja Kofi Lena Luca Maya Milo Nina Noor Olga Omar Pia Quinn Rosa Ravi Sara Sven Tara Theo Uma Vera Wim Yuki Zoe'.split(
    ' ',
  );
const LAST_NAMES =
  'Adler Bose Cruz Dahl Eriksen Flores Garcia Haas Ito Jensen Kaur Lopez Mori Nair Okafor Patel Quist Rossi Silva Tanaka Ueda Vega Weber Xu Yang Zapata'.split(
    ' ',
  );

/** In each area code, the hundred numbers from 555-0100 to 555-0199 are reserved for fiction. */
const FIRST_AREA_CODE = 203;
const NUMBERS_PER_AREA = 100;

export const nthPerson = (n: number): Person => ({
  firstName: FIRST_NAMES[n % FIRST_NAMES.length] ?? '',
  lastName: LAST_NAMES[Math.floor(n / FIRST_NAMES.length) % LAST_NAMES.length] ?? '',
  phone: `+1${FIRST_AREA_CODE + Math.floor(n / NUMBERS_PER_AREA)}55501${String(n % NUMBERS_PER_AREA).padStart(2, '0')}`,
});
