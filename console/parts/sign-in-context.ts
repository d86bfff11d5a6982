import { createContext, use } from 'react';

/** Opens the sign-in dialog from wherever something needs it. */
export const SignInContext = createContext<() => void>(() => undefined);

export function useOpenSignIn(): () => void {
  return use(SignInContext);
}
