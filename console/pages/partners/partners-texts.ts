import en from '../../text/en/pages/partners.json' with { type: 'json' };
import { addPageTexts } from '../../text/languages.ts';
import ptBR from '../../text/pt-BR/pages/partners.json' with { type: 'json' };

addPageTexts({ en, 'pt-BR': ptBR });
