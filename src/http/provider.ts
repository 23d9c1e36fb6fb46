import type { App } from '../app/app';
import { durable } from '../app/durable';
import { LOGOUT_PATH } from '../outside/oidc/provider';
import { endByLogoutToken } from '../people/auth/provider/logout';
import { readForm, refuse } from './oauth';
import type { Routes } from './routes';

/** What the identity provider itself calls. */
export const providerRoutes = (app: App): Routes => ({
  [`POST ${LOGOUT_PATH}`]: async (request: Request) => {
    const { logout_token: token } = await readForm(request);
    if (!token) return refuse('invalid_request', 'Send logout_token.');
    const wrong = await endByLogoutToken(app, token);
    await durable(app);
    if (!wrong) return new Response(null, { status: 200 });
    app.log.warn({ wrong }, 'a logout token of the identity provider was refused');
    return refuse('invalid_request', wrong);
  },
});
