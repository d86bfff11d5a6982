import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WebAuthnAnswer } from '#contract/agents/person.ts';
import { accountApi } from '#contract/api/account.ts';
import { keyApi } from '#contract/api/keys.ts';
import { invitationApi, peopleApi } from '#contract/api/people.ts';
import { signInApi } from '#contract/api/sign-in.ts';
import { call } from './call.ts';
import { useRead } from './queries.ts';

export const useWays = () => useRead(['ways'], signInApi.ways, {}, { staleTime: 60_000 });
export const useAccount = () => useRead(['account'], accountApi.get, {});
export const usePeople = (enabled = true) => useRead(['people'], peopleApi.list, {}, { enabled });
export const useInvitations = (enabled = true) => useRead(['invitations'], invitationApi.list, {}, { enabled });
export const useKeys = (enabled = true) => useRead(['keys'], keyApi.list, {}, { enabled });

/** Whether this browser can make and use passkeys. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window && window.isSecureContext;
}

type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** What the person's device answers; the reader is asked by the browser itself. */
export async function makePasskey(options: object): Promise<WebAuthnAnswer> {
  return (await startRegistration({ optionsJSON: options as RegistrationOptions })) as unknown as WebAuthnAnswer;
}

export async function answerWithPasskey(options: object): Promise<WebAuthnAnswer> {
  return (await startAuthentication({ optionsJSON: options as AuthenticationOptions })) as unknown as WebAuthnAnswer;
}

/** Whether somebody closed the browser's own question: nothing went wrong then. */
export function isDismissed(problem: Error | null): boolean {
  return problem?.name === 'NotAllowedError' || problem?.name === 'AbortError';
}

/** Signs in, and has the console look again who we are. */
export function useSigningIn<Wanted>(send: (wanted: Wanted) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: () => queries.invalidateQueries({ queryKey: ['me'] }) });
}

export function signInWithPasskey(): Promise<unknown> {
  return call(signInApi.passkeyOptions)
    .then(({ options }) => answerWithPasskey(options))
    .then((passkey) => call(signInApi.withPasskey, { body: { passkey } }));
}
