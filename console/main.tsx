import './no-eval.ts';
import '@fontsource-variable/inter';
import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './parts/console.css';
import { InvitationPage } from './pages/invitation/invitation-page.tsx';
import { Gate } from './parts/gate.tsx';
import { colorSchemes, theme } from './parts/theme.ts';
import { router } from './router.tsx';
import { startLanguages } from './text/languages.ts';

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element "root"');
await startLanguages();
createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} colorSchemeManager={colorSchemes} defaultColorScheme="auto">
      <QueryClientProvider client={new QueryClient()}>
        {window.location.pathname === '/invitation' ? (
          <InvitationPage />
        ) : (
          <Gate>
            <RouterProvider router={router} />
          </Gate>
        )}
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
