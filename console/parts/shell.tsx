import './shell.css';
import './kill-switch-banner.css';
import { Button, Menu, TextInput } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import { type ComponentType, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrincipal, useSignOut } from '../api/principal.ts';
import { useChangeKillSwitch, useKillSwitch } from '../api/use-kill-switch.ts';
import { useReadiness } from '../api/use-readiness.ts';
import { Dialog, FormDialog } from './form-dialog.tsx';
import { PersonIcon } from './icons.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { LiveStrip } from './live-strip.tsx';
import { Logo } from './logo.tsx';
import { Moment } from './moment.tsx';
import { SignInContext, useOpenSignIn } from './sign-in-context.ts';
import { SignInForm } from './sign-in-form.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { TellProvider } from './told.tsx';
import { isEverywhere } from './use-administers.ts';
import { useDraft } from './use-draft.ts';
import { commandScope, whyNotAct } from './why-not-act.ts';

/** Every page has a title among the texts. */
type PageTitle = Extract<ParseKeys, `${string}.title`>;

type NavigationRow = {
  to: string;
  title: PageTitle;
  Icon: ComponentType;
  /** Of the whole installation: not shown to whoever has roles at single sites alone. */
  isWhole?: boolean;
  /** How much waits on that page. */
  Count?: ComponentType;
};

/** What stands around every page: who we are, where one can go, and whether the page is live. */
export function Shell({ navigation }: { navigation: readonly NavigationRow[] }) {
  const { t } = useTranslation();
  const [isSigningIn, setIsSigningIn] = useState(false);
  const hasAll = isEverywhere(usePrincipal());
  const shown = navigation.filter(({ isWhole = false }) => hasAll || !isWhole);
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => (bar.current === null ? undefined : keepFitting(bar.current)), []);
  return (
    <SignInContext value={() => setIsSigningIn(true)}>
      <a className="skip" href="#content">
        {t('shell.skip')}
      </a>
      <header className="bar" ref={bar}>
        <Link to="/" className="brand" aria-label={t('shell.home')}>
          <Logo />
          <span className="brand-name">{t('shell.product')}</span>
        </Link>
        <nav className="pages" aria-label={t('shell.pages')}>
          {shown.map(({ to, title, Icon, Count }) => (
            <Link key={to} to={to} className="page-link" activeProps={{ 'aria-current': 'page' }}>
              <Icon />
              {t(title)}
              {Count !== undefined && <Count />}
            </Link>
          ))}
        </nav>
        <div className="bar-tools">
          <LanguageMenu />
          <ThemeMenu />
          <Account />
        </div>
      </header>
      <KillSwitchBanner />
      <ReadinessBanner />
      <main id="content" className="content" tabIndex={-1}>
        <TellProvider>
          <Outlet />
        </TellProvider>
      </main>
      <LiveStrip />
      {isSigningIn && <SignInDialog onClose={() => setIsSigningIn(false)} />}
    </SignInContext>
  );
}

/** What the bar gives up, one after another, until its content fits. The last one always fits, since its signs may wrap. */
const savings = ['no-signs', 'no-words-of-tools', 'no-name', 'word-under-sign', 'own-line', 'signs-only'] as const;

/**
 * Fits the bar to its content now and whenever either changes. It measures, because the width of the words depends on the font,
 * the language, the reader's letter size and the name of who is signed in.
 */
function keepFitting(bar: HTMLElement): () => void {
  fit(bar);
  const observer = new ResizeObserver(() => fit(bar));
  for (const part of [bar, ...bar.querySelectorAll('.page-link, .bar-tools')]) observer.observe(part);
  return () => observer.disconnect();
}

function fit(bar: HTMLElement): void {
  for (let count = 0; count <= savings.length; count += 1) {
    bar.dataset['savings'] = savings.slice(0, count).join(' ');
    if (!isTooNarrow(bar)) break;
  }
  // Sticky parts of the pages stand below the bar.
  document.documentElement.style.setProperty('--bar-height', `${bar.getBoundingClientRect().height}px`);
}

function isTooNarrow(bar: HTMLElement): boolean {
  return [bar, ...bar.querySelectorAll('.pages')].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
}

/** On every page while the server cannot write: pages can still be read then, and nothing else would show it. */
function ReadinessBanner() {
  const { t } = useTranslation();
  const { causes: [cause] = [], since = null } = useReadiness() ?? {};
  return (
    <div role="alert">
      {cause !== undefined && (
        <div className="kill-switch-banner">
          <p>
            {t(`notReady.${cause}`)}{' '}
            {since !== null && (
              <>
                (<Moment time={since} says="for" />)
              </>
            )}
          </p>
        </div>
      )}
    </div>
  );
}

/** On every page while no command leaves for any station: who did it, since when and why, and how it ends. */
function KillSwitchBanner() {
  const { t } = useTranslation();
  const killSwitch = useKillSwitch();
  const principal = usePrincipal();
  const [isAsking, setIsAsking] = useState(false);
  const mayLift = principal?.role === 'administrator';
  return (
    <div role="alert" className="kill-switch">
      {killSwitch?.isOn === true && (
        <div className="kill-switch-banner">
          <p>
            <strong>{t('killSwitch.isOn')}</strong>{' '}
            {t('killSwitch.by', { name: killSwitch.byName ?? killSwitch.by ?? '' })}
            {killSwitch.since !== null && (
              <>
                {', '}
                <Moment time={killSwitch.since} says="ago" />
              </>
            )}
            {killSwitch.why !== null && killSwitch.why !== '' && (
              <span className="kill-switch-why">{t('killSwitch.why', { why: killSwitch.why })}</span>
            )}
          </p>
          {mayLift ? (
            <Button size="compact-md" fz="sm" color="red" variant="white" onClick={() => setIsAsking(true)}>
              {t('killSwitch.lift')}
            </Button>
          ) : (
            <span>{t('killSwitch.whoLifts')}</span>
          )}
        </div>
      )}
      {isAsking && <KillSwitchDialog isOn={false} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

function SignInDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('signIn.title')} onClose={onClose}>
      <SignInForm onDone={onClose}>
        <Button variant="default" onClick={onClose}>
          {t('signIn.cancel')}
        </Button>
      </SignInForm>
    </Dialog>
  );
}

function Account() {
  const { t } = useTranslation();
  const principal = usePrincipal();
  const openSignIn = useOpenSignIn();
  const signOut = useSignOut();
  const killSwitch = useKillSwitch();
  const [isSwitching, setIsSwitching] = useState(false);
  if (principal === null) {
    return (
      <Button size="compact-md" variant="default" onClick={openSignIn} fz="sm">
        {t('signIn.open')}
      </Button>
    );
  }
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button
            size="compact-md"
            variant="subtle"
            color="gray"
            c="inherit"
            fz="sm"
            leftSection={<PersonIcon />}
            aria-label={t('shell.account', { name: principal.name })}
          >
            <span className="bar-word">{principal.name}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {principal.name} · {t(`role.${principal.role}`)}
          </Menu.Label>
          {killSwitch?.isOn === false && whyNotAct(principal, commandScope) === null && (
            <Menu.Item color="red" onClick={() => setIsSwitching(true)}>
              {t('killSwitch.open')}
            </Menu.Item>
          )}
          <Menu.Item component={Link} to="/account">
            {t('shell.myAccount')}
          </Menu.Item>
          <Menu.Item onClick={() => signOut.mutate()}>{t('signIn.signOut')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSwitching && <KillSwitchDialog isOn onClose={() => setIsSwitching(false)} />}
    </>
  );
}

/** Switches the kill switch on or off. */
function KillSwitchDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ why: '' });
  const change = useChangeKillSwitch(onClose);
  const why = draft.why.trim();
  return (
    <FormDialog
      title={t(isOn ? 'killSwitch.onTitle' : 'killSwitch.offTitle')}
      submit={t(isOn ? 'killSwitch.switchOn' : 'killSwitch.lift')}
      save={{ ...change, mutate: () => change.mutate({ isOn, ...(why !== '' && { why }) }) }}
      onClose={onClose}
      explain={t(isOn ? 'killSwitch.onExplain' : 'killSwitch.offExplain')}
      isGrave={isOn}
    >
      <TextInput label={t('killSwitch.reason')} maxLength={300} {...text('why')} />
    </FormDialog>
  );
}
