import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWhoAmI } from '../api/principal.ts';
import { LiveProvider } from '../live/live-provider.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { lazyPart } from './lazy-part.tsx';
import { Notice } from './notice.tsx';
import { ThemeMenu } from './theme-menu.tsx';

const SignInForm = lazyPart(async () => (await import('./sign-in-form.tsx')).SignInForm);

/** Lets the console begin once the server answers, and where it must, once it knows who asks. */
export function Gate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const me = useWhoAmI();
  if (me.data === undefined) return me.isError ? <NoServer /> : <Notice>{t('shell.waiting')}</Notice>;
  if (me.data.mustSignIn && me.data.principal === null) return <SignInScreen />;
  return <LiveProvider>{children}</LiveProvider>;
}

function NoServer() {
  const { t } = useTranslation();
  return (
    <Notice title={t('shell.noServer')}>
      <p className="quiet">{t('shell.noServerHelp')}</p>
    </Notice>
  );
}

function SignInScreen() {
  const { t } = useTranslation();
  return (
    <main>
      <div className="notice-tools">
        <LanguageMenu />
        <ThemeMenu />
      </div>
      <Notice title={t('signIn.title')}>
        <p className="quiet">{t('signIn.required')}</p>
        <SignInForm />
      </Notice>
    </main>
  );
}
