import { createContext, use } from 'react';

/** Opens the sign-in dialog from wherever something needs it. */
export const SignInContext = createContext<{ open: () => void; isOpen: boolean }>({
  open: () => undefined,
  isOpen: false,
});

export function useOpenSignIn(): () => void {
  return use(SignInContext).open;
}
