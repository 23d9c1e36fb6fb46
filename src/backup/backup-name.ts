/**
 * Matches the file names of our backups. They contain the time of the backup, so that sorting them by name
 * sorts them by age.
 */
export const BACKUP_NAME = /^tagline-backup-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.zip$/;

/** Returns the file name of a backup that was made at a time, which is in the format of ISO 8601 in UTC. */
export const backupName = (createdAt: string) =>
  `tagline-backup-${createdAt.replace(/\.\d+/, '').replaceAll(':', '-')}.zip`;
