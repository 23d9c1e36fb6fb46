import type { Person } from './cast';

const FIRST =
  'Ada Amir Bea Ben Chen Cleo Dana Dev Elsa Emil Fay Finn Gita Gus Hana Hugo Ida Ivan Jade Jonas Kaja Kofi Lena Luca Maya Milo Nina Noor Olga Omar Pia Quinn Rosa Ravi Sara Sven Tara Theo Uma Vera Wim Yuki Zoe'.split(
    ' ',
  );
const LAST =
  'Adler Bose Cruz Dahl Eriksen Flores Garcia Haas Ito Jensen Kaur Lopez Mori Nair Okafor Patel Quist Rossi Silva Tanaka Ueda Vega Weber Xu Yang Zapata'.split(
    ' ',
  );

/** Numbers reserved for fiction: 555-0100 to 0199 in each area. The cast's own area is left to the cast. */
const FIRST_AREA = 203;
const A_HUNDRED = 100;

/** The nth of as many people as are wanted, each with a number of their own. */
export const nthPerson = (n: number): Person => ({
  firstName: FIRST[n % FIRST.length] ?? '',
  lastName: LAST[Math.floor(n / FIRST.length) % LAST.length] ?? '',
  phone: `+1${FIRST_AREA + Math.floor(n / A_HUNDRED)}55501${String(n % A_HUNDRED).padStart(2, '0')}`,
});
