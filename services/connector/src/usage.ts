/** What `--help` says. */
export const usage = `Reads exports and uploads what they show to the inventory.

  npm run connector -- SOURCE FILE... [FLAG...]

Sources
  aws         answers of aws ec2 describe-instances, describe-network-interfaces, describe-vpcs,
              describe-subnets and aws s3api list-buckets, in JSON; several files at once
  azure       answers of az graph query, in JSON
  kubernetes  answers of kubectl get pods,services,nodes -A -o json
  nmap        reports of nmap -oX
  csv         any CSV with a header, and --mapping FILE that says which column is what

What an export does not say
  --account ID          the account's id in the inventory; else made from the provider's account id
  --cloud-account ID    the provider's account id (aws, nmap, csv)
  --region NAME         the region, or the site
  --cluster NAME        the cluster (kubernetes)
  --mapping FILE        YAML or JSON (csv)

How it goes
  --dry-run             shows what would be sent and cleaned up; sends nothing
  --discovery-id ID     goes on with a discovery that was interrupted
  --no-cleanup          removes nothing
  --cleanup             cleans up also where that is not usual: after records that could not be used or
                        were rejected, and for nmap
  --force               cleans up although more than 30 % would go
  --stack               address and credentials of the stack that runs in this clone
  --help                this text

Environment
  INVENTORY_URL         address of the inventory, such as https://inventory.example.com
  CONNECTOR_ID          who uploads: the id of a registered connector
  CONNECTOR_SECRET      its secret

Examples
  aws ec2 describe-instances > instances.json
  aws ec2 describe-subnets > subnets.json
  npm run connector -- aws instances.json subnets.json

  az graph query -q 'Resources' --first 1000 > resources.json
  npm run connector -- azure resources.json

  kubectl get pods,services,nodes -A -o json > cluster.json
  npm run connector -- kubernetes cluster.json --cluster shop-prod --region eu-central-1

  nmap -sV -oX office.xml 10.20.0.0/24
  npm run connector -- nmap office.xml --account office --region berlin

  npm run connector -- csv assets.csv --mapping assets.yaml --dry-run

Ends with 0 when all of it went well; 1 when something failed, was refused or rejected, or could not be
used; 2 when the command itself can't be understood; 130 after Ctrl-C.
`;
