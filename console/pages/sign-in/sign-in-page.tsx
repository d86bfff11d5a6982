import { Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '../../live/principal.ts';
import { Notice } from '../../parts/notice.tsx';
import { SignInForm } from '../../parts/sign-in-form.tsx';

/** Where links lead that ask somebody to sign in; whoever is signed in goes on to the start page. */
export function SignInPage() {
  const { t } = useTranslation();
  const principal = usePrincipal();
  useEffect(() => {
    document.title = `${t('signIn.title')} · ${t('shell.product')}`;
  }, [t]);
  if (principal !== null) return <Navigate to="/" replace />;
  return (
    <Notice title={t('signIn.title')}>
      <SignInForm />
    </Notice>
  );
}
