import { parentPort } from 'node:worker_threads'
import { runViewTask, type ViewTask } from './view-task.ts'

parentPort?.on('message', (task: ViewTask) => parentPort?.postMessage(runViewTask(task)))
