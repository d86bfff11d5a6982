import type { helpDatabaseEn } from './help-database-en.ts';

/** The same in Portuguese. */
export const helpDatabasePtBR: typeof helpDatabaseEn = {
  database: 'o banco de dados como um todo: cópia, restauração, reconstrução; na máquina onde ele está',
  backup: 'copia o banco embutido enquanto tudo continua',
  backupFolder: 'onde ficam as cópias; cada uma ganha ali a sua pasta (padrão: backups em DATA_DIR)',
  backupWithKey: 'inclui a chave da instalação; sem ela não se confere nenhum token nem senha de estação',
  backupTidy: 'apaga de DATABASE_KEEP_WAL o que é mais antigo que a cópia mais antiga daquela pasta',
  restore: 'põe uma cópia no lugar do banco, que é posto de lado; o sistema não pode estar em execução',
  restoreFolder: 'uma cópia, ou a pasta onde elas ficam: então a mais nova que servir',
  restoreUntil:
    'continua a partir da cópia até esta hora, por exemplo 2026-11-15T10:00:00Z, ou latest (até o fim); precisa de DATABASE_KEEP_WAL',
  restoreTimeline: 'que caminho seguir onde o registro continuou por vários, como depois de uma restauração',
  rebuild:
    'calcula de novo todas as sessões, contas e indisponibilidades a partir do livro e corrige o que difere, também com o sistema em execução',
  rebuildCheck: 'só compara; termina com 1 onde algo difere',
};
