/** Requests textures from a worker and caches them, so that another board of the same appearance has them immediately. */
import type { TextureJob, TextureMaps, WorkerReply } from './jobs.ts';

/** Enough for two boards with their table and trays. */
const MAX_REMEMBERED = 14;

interface PaintRequest {
  resolve(maps: TextureMaps): void;
  reject(error: Error): void;
}

const remembered = new Map<string, Promise<TextureMaps>>();
const waiting = new Map<number, PaintRequest>();
let worker: Worker | null = null;
let lastId = 0;

/** Return the maps of a job, painted now or earlier. */
export function bake(job: TextureJob): Promise<TextureMaps> {
  const key = JSON.stringify(job);
  const known = remembered.get(key);
  remembered.delete(key);
  // A job that is requested again becomes the last to be evicted.
  const maps = known ?? ask(key);
  remembered.set(key, maps);
  maps.catch(() => remembered.delete(key));
  for (const old of remembered.keys()) {
    if (remembered.size <= MAX_REMEMBERED) {
      break;
    }
    remembered.delete(old);
  }
  return maps;
}

function ask(job: string): Promise<TextureMaps> {
  return new Promise((resolve, reject) => {
    const id = ++lastId;
    waiting.set(id, { resolve, reject });
    worker ??= startWorker();
    // Copied by parsing: a job may contain proxies, which cannot be sent.
    worker.postMessage({ id, job: JSON.parse(job) });
  });
}

function startWorker(): Worker {
  const made = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  made.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('maps' in data) {
      asked?.resolve(data.maps);
    } else {
      asked?.reject(new Error(data.error));
    }
    if (!waiting.size) {
      made.terminate();
      worker = null;
    }
  };
  made.onerror = (event) => {
    for (const { reject } of waiting.values()) {
      reject(new Error(event.message || 'The texture worker did not start.'));
    }
    waiting.clear();
    made.terminate();
    worker = null;
  };
  return made;
}
