import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '../../api/principal.ts';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-head.tsx';
import { SignInForm } from '../../parts/sign-in-form.tsx';

/** Where links lead that ask somebody to sign in; whoever is signed in goes on to the start page. */
export function SignInPage() {
  const { t } = useTranslation();
  const principal = usePrincipal();
  usePageTitle(t('signIn.title'));
  if (principal !== null) return <Navigate to="/" replace />;
  return (
    <Notice title={t('signIn.title')}>
      <SignInForm />
    </Notice>
  );
}
