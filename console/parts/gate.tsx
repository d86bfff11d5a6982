import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignOutCount, useWhoAmI } from '../api/principal.ts';
import { LiveProvider } from '../live/live-provider.tsx';
import './gate.css';
import { LanguageMenu } from './language-menu.tsx';
import { lazyPart } from './lazy-part.tsx';
import { Notice } from './notice.tsx';
import { ThemeMenu } from './theme-menu.tsx';

const SignInForm = lazyPart(async () => (await import('./sign-in-form.tsx')).SignInForm);

/** Lets the console begin once the server answers, and where it must, once it knows who asks. */
export function Gate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const me = useWhoAmI();
  const owner = useOwner(me.data?.principal?.id ?? null);
  if (me.data === undefined) return me.isError ? <NoServer /> : <Notice>{t('shell.waiting')}</Notice>;
  const isShut = me.data.mustSignIn && me.data.principal === null;
  if (isShut && owner === null) return <SignInScreen why={t('signIn.required')} />;
  // A session that runs out takes nothing away: what was typed waits, unseen, for the same person.
  return (
    <>
      {isShut && <SignInScreen why={t('signIn.runOut')} />}
      <div className={isShut ? 'gate-shut' : 'gate-open'} inert={isShut}>
        <LiveProvider>{children}</LiveProvider>
      </div>
    </>
  );
}

/** Whose page this is: whoever signed in last, until they sign out. Null: nobody's. Another person gets a page that knows nothing of the first. */
function useOwner(who: string | null): string | null {
  const signOuts = useSignOutCount();
  const [owner, setOwner] = useState({ id: who, signOuts, isAnother: false });
  const known = owner.signOuts === signOuts ? owner.id : null;
  const id = who ?? known;
  const isAnother = owner.isAnother || (known !== null && id !== known);
  if (id !== owner.id || signOuts !== owner.signOuts) setOwner({ id, signOuts, isAnother });
  useEffect(() => {
    if (isAnother) window.location.reload();
  }, [isAnother]);
  return id;
}

function NoServer() {
  const { t } = useTranslation();
  return (
    <Notice title={t('shell.noServer')}>
      <p className="quiet">{t('shell.noServerHelp')}</p>
    </Notice>
  );
}

function SignInScreen({ why }: { why: string }) {
  const { t } = useTranslation();
  return (
    <main className="gate">
      <div className="notice-tools">
        <LanguageMenu />
        <ThemeMenu />
      </div>
      <Notice title={t('signIn.title')}>
        <p className="quiet">{why}</p>
        <SignInForm />
      </Notice>
    </main>
  );
}
