import { z } from 'zod';
import { time, visibleText } from '../common.ts';
import { signInWays } from '../word-lists.ts';
import { grants, principal } from './principal.ts';

export const personName = visibleText.min(1).max(80);
export const email = z.email().max(200);
export const personLanguage = z.enum(['en', 'pt-BR']);
/** Its rules are in `principals/people/password.ts`; here only what no password can be. */
export const password = z.string().min(1).max(200);
const oneTimeCode = z.string().trim().min(6).max(40);

/** Somebody who signs in as themselves. */
export const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable().describe('The name they sign in with; null: they have none yet'),
  language: personLanguage.nullable(),
  state: z.enum(['active', 'disabled']),
  grants: grants.describe('Which role holds where'),
  hasPassword: z.boolean(),
  hasTotp: z.boolean().describe('Whether a code is asked for beside the password'),
  passkeys: z.int(),
  isOidc: z.boolean().describe('Whether they are known by the identity provider'),
  createdAt: time,
  signedInAt: time.nullable(),
});
export type Person = z.infer<typeof person>;
export const personList = z.object({ people: z.array(person) });
export type PersonList = z.infer<typeof personList>;

export const personChange = z.object({
  name: personName.optional(),
  grants: grants.min(1).optional(),
  state: person.shape.state.optional(),
});
export type PersonChange = z.output<typeof personChange>;

export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  grants,
  personId: z.string().nullable().describe('Set where somebody who is here already gets a new way in'),
  invitedBy: z.string(),
  invitedAt: time,
  expiresAt: time,
  state: z.enum(['open', 'used', 'revoked', 'expired']),
});
export type Invitation = z.infer<typeof invitation>;
export const invitationList = z.object({ invitations: z.array(invitation) });
export type InvitationList = z.infer<typeof invitationList>;

export const newInvitation = z.object({
  email,
  name: personName.optional().describe('Absent: the invited writes it'),
  grants: grants.min(1),
});
export type NewInvitation = z.output<typeof newInvitation>;
export const madeInvitation = z.object({
  invitation,
  link: z.string().describe('Shown this once: whoever opens it first becomes this person. Hand it over yourself'),
});
export type MadeInvitation = z.infer<typeof madeInvitation>;

const code = z.string().min(20).max(100);
export const invitationCode = z.object({ code });
/** What a browser answers to a WebAuthn challenge; the library checks it. */
export const webAuthnAnswer = z.looseObject({
  id: z.string().max(2_000),
  rawId: z.string().max(2_000),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().max(10_000) }),
  clientExtensionResults: z.looseObject({}),
});
export type WebAuthnAnswer = z.infer<typeof webAuthnAnswer>;
/** As `navigator.credentials` takes them. */
export const webAuthnOptions = z.object({ options: z.looseObject({ challenge: z.string() }) });
export const invited = z.object({ email: z.string(), name: z.string(), grants, isHere: z.boolean(), expiresAt: time });
export type Invited = z.infer<typeof invited>;
export const acceptInvitation = z.object({
  code,
  name: personName,
  language: personLanguage.optional(),
  password: password.optional(),
  passkey: webAuthnAnswer.optional().describe('Answer to the options of this invitation'),
  passkeyName: personName.optional(),
});
export type AcceptInvitation = z.output<typeof acceptInvitation>;

export const passwordSignIn = z.object({
  email: z.string().trim().min(1).max(200),
  password,
  code: oneTimeCode.optional().describe('Of the app, or a recovery code; asked for where the person has set it up'),
});
export type PasswordSignIn = z.output<typeof passwordSignIn>;
export const passkeySignIn = z.object({ passkey: webAuthnAnswer });
/** Which ways of signing in there are here. */
export const waysToSignIn = z.object({
  passkeys: z.boolean().describe('false: browsers know none at an address that is a number'),
  oidc: z.object({ button: z.string() }).nullable(),
});
export type WaysToSignIn = z.infer<typeof waysToSignIn>;

export const passkey = z.object({ id: z.string(), name: z.string(), createdAt: time, lastUsedAt: time.nullable() });
export type Passkey = z.infer<typeof passkey>;
export const signedInBrowser = z.object({
  id: z.string(),
  browser: z.string().nullable().describe('As it names itself'),
  address: z.string().nullable(),
  way: z.enum(signInWays),
  signedInAt: time,
  lastUsedAt: time.nullable(),
  expiresAt: time,
  isThis: z.boolean(),
});
export type SignedInBrowser = z.infer<typeof signedInBrowser>;
export const signedInBrowsers = z.object({ signIns: z.array(signedInBrowser) });
/** What somebody sees of themselves. `person` is null for whoever came with a key and is nobody in the list of people. */
export const account = z.object({
  principal,
  person: person.nullable(),
  passkeys: z.array(passkey),
  recoveryCodes: z.int().describe('How many are left'),
  signIns: z.array(signedInBrowser),
});
export type Account = z.infer<typeof account>;
/** Asked for where the last sign-in is a while ago. */
const proof = { currentPassword: password.optional() };
export const accountChange = z.object({
  name: personName.optional(),
  email: email.optional(),
  language: personLanguage.optional(),
  ...proof,
});
export type AccountChange = z.output<typeof accountChange>;
export const newPassword = z.object({ password, ...proof });
export const proven = z.object(proof);
export const newPasskey = z.object({ passkey: webAuthnAnswer, name: personName, ...proof });
export const passkeyName = z.object({ name: personName });
export const totpBegun = z.object({
  secret: z.string().describe('For an app that cannot read the picture'),
  uri: z.string().describe('What the picture says'),
});
export type TotpBegun = z.infer<typeof totpBegun>;
export const totpCode = z.object({ code: oneTimeCode });
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).describe('Shown this once') });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
export const ended = z.object({ ended: z.int() });
