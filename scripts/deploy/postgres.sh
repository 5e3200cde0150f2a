# PostgreSQL's image runs this when it makes its data folder. The service's user owns its own database and nothing else. Its
# password is the one in the service's address, postgres://planning:<password>@postgres:5432/planning.
url=$(cat /run/secrets/database-url)
password=${url#*://planning:}
psql --username=postgres --set=ON_ERROR_STOP=1 --set=password="${password%@*}" <<'SQL'
CREATE ROLE planning LOGIN PASSWORD :'password';
CREATE DATABASE planning OWNER planning;
SQL
