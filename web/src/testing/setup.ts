// Every web test sees the product's own stylesheet, so that what is hidden, focused or too narrow is so for real.
import '../styles/app.css'
