import type { RuleName } from '#main/mcp-client.ts';
import type { mcpScanEn } from './mcp-scan-en.ts';

/** The same in Portuguese. */
const rules: Record<RuleName, string> = {
  'hidden-characters': 'O texto contém caracteres que as pessoas não veem e os modelos leem.',
  'instructions-in-text': 'O texto dá ordens ao modelo em vez de descrever algo.',
  'secret-in-text': 'O texto contém o que parece uma senha ou chave.',
  'duplicate-name': 'O nome aparece mais de uma vez; ninguém sabe qual é chamado.',
  'reads-by-name-of-change': 'Diz que só lê, e o nome diz que altera algo.',
  'confusable-name': 'Nomes parecidos podem ser confundidos.',
  'unusual-name': 'Nem todo modelo consegue chamar este nome; use de 1 a 64 entre A-Z, a-z, 0-9, _ e -.',
  'no-description': 'Nada diz quando usar.',
  'no-schema': 'Nada diz o que recebe.',
  'remote-reference': 'O esquema aponta para outro endereço, cujo conteúdo pode mudar.',
  'harmless-by-name-of-harm': 'Diz que não destrói nada, e o nome diz que destrói.',
  'open-schema': 'O esquema permite argumentos que ninguém descreveu.',
  'no-output-schema': 'Nada diz o que devolve.',
  'argument-not-described': 'Um argumento não está descrito.',
  'argument-without-bounds': 'Um argumento não tem limite de tamanho.',
  'no-annotations': 'Nada diz se lê ou altera; os hosts supõem o pior.',
  'too-long': 'A definição é tão longa que toma o lugar do trabalho.',
  'too-many-tools': 'Mais ferramentas do que a maioria dos modelos consegue escolher.',
  'server-error': 'A chamada fez o servidor falhar.',
  'stack-trace': 'A resposta mostra o interior do programa.',
  'database-text': 'A resposta mostra as palavras do banco de dados.',
  'secret-in-answer': 'A resposta contém o que parece uma senha ou chave.',
  'file-read': 'A resposta contém um arquivo da máquina.',
  'template-run': 'Um texto enviado foi executado como modelo.',
  'command-run': 'Um texto enviado foi executado como comando.',
  'echo-in-text': 'Caracteres ocultos enviados voltam em uma frase do servidor.',
  'no-answer': 'Não houve resposta a tempo.',
  'server-gone': 'O servidor parou de responder; a varredura terminou ali.',
  'foreign-id-answered': 'Responde sobre algo que só outra chave pode ver.',
  'wrong-key-accepted': 'Uma chave inventada foi aceita.',
  'foreign-page-accepted': 'Qualquer página da web aberta nesta máquina poderia chamá-lo.',
  'echo-in-data': 'Caracteres ocultos enviados voltam nos dados.',
  'path-in-answer': 'A resposta revela um caminho da máquina.',
  'internal-error': 'A chamada fez o servidor relatar uma falha própria.',
  'schema-not-kept': 'Aceitou o que o próprio esquema proíbe.',
  'list-changed': 'A definição mudou durante a varredura.',
  'huge-answer': 'A resposta é mais longa do que um modelo consegue ler.',
};

export const mcpScanPtBR: typeof mcpScanEn = {
  mcpScan: {
    title: (address) => `Varredura de ${address}`,
    counts: ({ eras, tools, resources, prompts, calls }) =>
      `MCP ${eras}: ${tools} ferramentas, ${resources} recursos, ${prompts} prompts; ${calls} chamadas hostis.`,
    notJudged: (calls) =>
      `${calls} chamadas foram recusadas por excesso e não foram julgadas. Faça outra varredura mais tarde.`,
    notCalled: (tools) => `Não chamadas, pois não dizem que só leem: ${tools}. --all também as chama.`,
    progress: (done, all) => `${done} de ${all} chamadas`,
    sent: (what) => `enviado: ${what}`,
    severity: { high: 'ALTA', medium: 'média', low: 'baixa' },
    summary: ({ high, medium, low }) => `${high} achados de gravidade alta, ${medium} de média e ${low} de baixa.`,
    nothing: 'Nada foi encontrado.',
    noMcp: (address) => `${address} não fala MCP, ou não com esta chave (--key).`,
    rules,
  },
};
