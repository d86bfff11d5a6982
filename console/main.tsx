import './no-eval.ts';
import '@fontsource-variable/inter';
import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './parts/console.css';
import { queryClient } from './api/query-client.ts';
import { ConsentPage, consentPath } from './pages/consent/consent-page.tsx';
import { InvitationPage } from './pages/invitation/invitation-page.tsx';
import { Gate } from './parts/gate.tsx';
import { colorSchemes, theme } from './parts/theme.ts';
import { preloadPages, router } from './router.tsx';
import { loadLanguage, startLanguages } from './text/languages.ts';

/** Once the first page is there. */
const preloadAfterMs = 3_000;

/** Two pages are for people who come from elsewhere, and stand for themselves. */
function Start() {
  const { pathname } = window.location;
  if (pathname === '/invitation') return <InvitationPage />;
  if (pathname === consentPath) return <ConsentPage />;
  return (
    <Gate>
      <RouterProvider router={router} />
    </Gate>
  );
}

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element "root"');
await startLanguages();
createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} colorSchemeManager={colorSchemes} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Start />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
window.setTimeout(() => void preload(), preloadAfterMs);

async function preload(): Promise<void> {
  await preloadPages();
  await loadLanguage('pt-BR').catch(() => undefined); // it is read again when it is chosen
  await import('./text/reader-words.ts').catch(() => undefined); // words for problems, such as that the server is away
}
