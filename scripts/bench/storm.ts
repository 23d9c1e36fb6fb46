import { getRequest, load } from './load';

/** `storm.ts URL COOKIE PATH CONNECTIONS`: asks for the path without a pause, until it is ended. */
const [url = '', cookie = '', path = '', connections = ''] = process.argv.slice(2);
console.log(`${url} is asked`);
const request = (n: number) => getRequest(`${path}&fresh=${performance.now()}.${n}`, { cookie });
const { rate } = await load({
  url,
  connections: Number(connections),
  duration: 3_600_000,
  request,
  expect: 200,
});
console.log(rate);
