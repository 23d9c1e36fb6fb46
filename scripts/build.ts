import { buildWeb, install } from './setup';

install();
buildWeb();
