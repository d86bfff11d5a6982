import en from '../../text/en/pages/campaigns.json' with { type: 'json' };
import { addPageTexts } from '../../text/languages.ts';
import ptBR from '../../text/pt-BR/pages/campaigns.json' with { type: 'json' };

addPageTexts({ en, 'pt-BR': ptBR });
