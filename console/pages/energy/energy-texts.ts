import en from '../../text/en/pages/energy.json' with { type: 'json' };
import { addPageTexts } from '../../text/languages.ts';
import ptBR from '../../text/pt-BR/pages/energy.json' with { type: 'json' };

addPageTexts({ en, 'pt-BR': ptBR });
