import { start } from './app/start.tsx'
import { createAppRouter } from './router.ts'
import './styles/app.css'

const element = document.getElementById('root')
if (element) void start(element, createAppRouter)
