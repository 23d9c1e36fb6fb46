export { ann, bob, cho, dee, eve, type Person } from '../../db/seeds/cast';
