/** Settings with which every call is there. No provider listens at that address. */
export const ALL_ON = {
  SIGN_IN_BY_TEXT: 'on',
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'tagline',
};
